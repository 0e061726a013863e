package room_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
)

// The rules on pages of other origins are those that the programs have set, also while somebody looks back.
func TestOriginsAreThoseOfThePrograms(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	s := seated(t, r, "app")
	asked := engine.Crossing{Target: "dev", Origin: "http://a", Method: "GET"}
	sent(t, s, "create-queue", "queue", "q")
	if x := r.Cross("queue", asked); x.Ruled || x.Rule != nil {
		t.Fatalf("without rules: %+v", x)
	}
	sent(t, s, "set-queue-service-properties", "account", "dev", "property.Cors",
		"<CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET</AllowedMethods><AllowedHeaders>"+
			"</AllowedHeaders><ExposedHeaders></ExposedHeaders><MaxAgeInSeconds>1</MaxAgeInSeconds></CorsRule>")
	for _, travel := range []func() error{nil, r.Undo} {
		if travel != nil {
			if err := travel(); err != nil {
				t.Fatal(err)
			}
		}
		if x := r.Cross("queue", asked); x.Rule == nil || !x.Anyone {
			t.Errorf("it is not let in: %+v", x)
		}
	}
	if x := r.Cross("table", asked); x.Ruled {
		t.Errorf("the rules of queues are those of tables: %+v", x)
	}
}
