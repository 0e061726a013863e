package wire

import (
	"slices"
	"strings"

	"interleave/engine"
)

// queues are Azure's queues.
//
// Source: Azure REST, "Operations on messages", "Operations on queues"; queue/rules.md, "Message operations", "Queue
// operations" and "Error codes".
var queues = reckoned(&service{
	name: "queue", always: azure, refuse: azureError, forms: queueForms,
	host: accountHost("queue"),
	defaultPlaces: azurePolicies + paging + `
		queue=/ message=/ text=: meta.*=@x-ms-meta-* visibilitytimeout=?visibilitytimeout messagettl=?messagettl
		numofmessages=?numofmessages popreceipt=?popreceipt maxresults=?maxresults
	`,
	says: saidPolicies + geoStats + counted + `
		meta.*=@x-ms-meta-*
		approximate-messages-count=@x-ms-approximate-messages-count receipt=@x-ms-popreceipt
		next-visible=@x-ms-time-next-visible marker=:EnumerationResults/NextMarker
	`,
})

const listedMessage = "id=:MessageId inserted=:InsertionTime expires=:ExpirationTime receipt=:PopReceipt " +
	"next-visible=:TimeNextVisible " +
	"dequeue-count=:DequeueCount text=:MessageText"

var queueForms = []form{
	{verb: "put-message", read: readMessage, method: "POST", target: "/{box}/messages", body: message,
		items: "QueueMessagesList/QueueMessage", entry: listedMessage},
	{verb: "get-messages", method: "GET", target: "/{box}/messages", items: "QueueMessagesList/QueueMessage",
		entry: listedMessage},
	{verb: "peek-messages", method: "GET", target: "/{box}/messages?peekonly=true",
		items: "QueueMessagesList/QueueMessage", entry: listedMessage},
	{verb: "update-message", read: readMessage, method: "PUT", target: "/{first}/messages/{rest}", body: message},
	{verb: "delete-message", method: "DELETE", target: "/{first}/messages/{rest}"},
	{verb: "create-queue", method: "PUT", target: "/{box}"},
	{verb: "delete-queue", method: "DELETE", target: "/{box}"},
	{verb: "clear-messages", method: "DELETE", target: "/{box}/messages"},
	{verb: "get-queue-metadata", also: "HEAD", method: "GET", target: "/{box}?comp=metadata"},
	{verb: "set-queue-metadata", method: "PUT", target: "/{box}?comp=metadata"},
	{verb: "get-queue-acl", also: "HEAD", method: "GET", target: "/{box}?comp=acl", answerBody: identifiersBody},
	{verb: "set-queue-acl", read: readIdentifiers, method: "PUT", target: "/{box}?comp=acl", body: identifiers},
	{verb: "list-queues", method: "GET", target: "/?comp=list", above: enumeration,
		items: "EnumerationResults/Queues/Queue",
		entry: "name=:Name meta.*=:Metadata/*"},
	{verb: "get-queue-service-properties", method: "GET", target: "/?restype=service&comp=properties",
		answerBody: propertiesBody},
	{verb: "get-queue-service-stats", also: "HEAD", method: "GET", target: "/?restype=service&comp=stats",
		answerBody: statsBody},
	{verb: "set-queue-service-properties", read: readProperties, method: "PUT",
		target: "/?restype=service&comp=properties",
		body:   properties},
}

// accountHost is the host of an account of Azure: that which an operation names, where it is about the account as a
// whole.
func accountHost(service string) func(*engine.OpSpec, string) string {
	return func(spec *engine.OpSpec, first string) string {
		if params := spec.Params(); len(params) > 0 && params[0].Name == "account" {
			return first + "." + service + ".core.windows.net"
		}
		return "devstore." + service + ".core.windows.net"
	}
}

// message is the XML of a message; none where no text was given.
func message(r *draft) string {
	if r.arg("text").IsZero() {
		return ""
	}
	root := &node{}
	root.add("QueueMessage", "").add("MessageText", r.value("text"))
	return root.document()
}

// properties are elements of the service's properties. Their inner elements are one text here, as the operation has
// them.
func properties(r *draft) string { return propertyXML(r.pairs("property.")) }

func propertyXML(pairs []Header) string {
	root := &node{}
	all := root.at("StorageServiceProperties")
	for _, p := range pairs {
		element := all.add(p.Name, p.Value)
		if strings.HasPrefix(p.Value, "<") { // what a real client set
			element.raw = p.Value
		}
	}
	return root.document()
}

// propertiesBody tells a real client what stands in an element that nobody has set: clients take none of these without
// its version, also where they set back what they were told.
//
// Source: Azure REST, "Get Queue Service Properties", "Response body".
func propertiesBody(r *draft, a engine.Answer) string {
	pairs := fieldsUnder(a, "property.")
	for i, p := range pairs {
		if p.Value == "" && r.x.Asked != nil {
			pairs[i].Value = usualProperties[p.Name]
		}
	}
	if r.x.Asked != nil { // no version is set where none was
		pairs = slices.DeleteFunc(pairs, func(p Header) bool {
			return p.Name == "DefaultServiceVersion" &&
				p.Value == ""
		})
	}
	return propertyXML(pairs)
}

const usualMetrics = "<Version>1.0</Version><Enabled>false</Enabled>" + usualRetention

const usualRetention = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>"

// usualProperties are the elements of the service properties that nobody has set; Cors has nothing in it.
var usualProperties = map[string]string{
	"Logging": "<Version>1.0</Version><Delete>false</Delete><Read>false</Read><Write>false</Write>" +
		usualRetention, "HourMetrics": usualMetrics, "MinuteMetrics": usualMetrics,
	"DeleteRetentionPolicy": "<Enabled>false</Enabled>", "StaticWebsite": "<Enabled>false</Enabled>",
	"ProtocolSettings": "<SMB><Multichannel><Enabled>false</Enabled></Multichannel></SMB>",
}
