"""Every operation of tables by azure-data-tables."""

import uuid
from datetime import datetime, timezone

from azure.core import MatchConditions
from azure.data.tables import EdmType, EntityProperty, TableAccessPolicy, TableServiceClient, UpdateMode

from common import check, connection, done

ts = TableServiceClient.from_connection_string(connection())
tn = "t" + uuid.uuid4().hex[:8]
t = check("tcreate", lambda: ts.create_table(tn))
check("tcreate2", lambda: ts.create_table(tn), refused=(409, "TableAlreadyExists"))
check("tinot", lambda: ts.create_table_if_not_exists(tn))
check("tlist", lambda: [x.name for x in ts.query_tables("TableName eq '%s'" % tn)], [tn])
e = {
    "PartitionKey": "p",
    "RowKey": "r'1 ü/",
    "s": "x",
    "i": 5,
    "l": EntityProperty(2**40, EdmType.INT64),
    "f": 1.5,
    "b": True,
    "d": datetime(2020, 1, 2, 3, 4, 5, tzinfo=timezone.utc),
    "g": uuid.UUID(int=5),
    "y": b"bytes",
}
e["RowKey"] = "r'1 ü"
check("insert", lambda: t.create_entity(e), lambda r: "etag" in r)
g = check("get", lambda: t.get_entity("p", "r'1 ü"))
check(
    "types",
    lambda: (g["s"], g["i"], g["l"].value, g["f"], g["b"], g["g"], bytes(g["y"]), g["d"].year),
    ("x", 5, 2**40, 1.5, True, uuid.UUID(int=5), b"bytes", 2020),
)
check("select", lambda: dict(t.get_entity("p", "r'1 ü", select=["s"])), {"s": "x"})
et = g.metadata["etag"]
check("merge", lambda: t.update_entity({"PartitionKey": "p", "RowKey": "r'1 ü", "i": 6}, mode=UpdateMode.MERGE))
check(
    "replace old",
    lambda: t.update_entity(
        {"PartitionKey": "p", "RowKey": "r'1 ü", "i": 7},
        mode=UpdateMode.REPLACE,
        etag=et,
        match_condition=MatchConditions.IfNotModified,
    ),
    refused=(412, "UpdateConditionNotSatisfied"),
)
check("merged", lambda: (lambda x: (x["i"], x["s"]))(t.get_entity("p", "r'1 ü")), (6, "x"))
check("upsert", lambda: t.upsert_entity({"PartitionKey": "p", "RowKey": "r2", "i": 1}))
check("upsert rep", lambda: t.upsert_entity({"PartitionKey": "p", "RowKey": "r2", "j": 1}, mode=UpdateMode.REPLACE))
check(
    "query",
    lambda: sorted(
        x["RowKey"] for x in t.query_entities("PartitionKey eq 'p' and (j eq 1 or i ge 6) and not (RowKey eq 'zzz')")
    ),
    ["r'1 ü", "r2"],
)
check(
    "query dt",
    lambda: [
        x["RowKey"]
        for x in t.query_entities(
            "d lt datetime'2021-01-01T00:00:00Z' and b eq true and l gt 5L "
            "and g eq guid'00000000-0000-0000-0000-000000000005'"
        )
    ],
    ["r'1 ü"],
)
check("query param", lambda: [x["RowKey"] for x in t.query_entities("s eq @x", parameters={"x": "x"})], ["r'1 ü"])
check(
    "txn",
    lambda: t.submit_transaction([("create", {"PartitionKey": "p", "RowKey": "a%d" % i, "v": i}) for i in range(20)]),
    lambda r: len(r) == 20,
)
check(
    "txn clash",
    lambda: t.submit_transaction(
        [("create", {"PartitionKey": "p", "RowKey": "new"}), ("create", {"PartitionKey": "p", "RowKey": "a1"})]
    ),
    refused=(409, "EntityAlreadyExists"),
)
check("txn none", lambda: t.get_entity("p", "new"), refused=(404, "ResourceNotFound"))
check(
    "txn mix",
    lambda: t.submit_transaction(
        [
            ("upsert", {"PartitionKey": "p", "RowKey": "a1", "v": 9}),
            ("delete", {"PartitionKey": "p", "RowKey": "a2"}),
            ("update", {"PartitionKey": "p", "RowKey": "a3", "w": 1}, {"mode": "merge"}),
        ]
    ),
    lambda r: len(r) == 3,
)
check(
    "txn dup",
    lambda: t.submit_transaction(
        [("upsert", {"PartitionKey": "p", "RowKey": "a1"}), ("upsert", {"PartitionKey": "p", "RowKey": "a1"})]
    ),
    refused=(400, "InvalidDuplicateRow"),
)
check(
    "page",
    lambda: [len(list(p)) for p in t.list_entities(results_per_page=8).by_page()],
    lambda r: r[:2] == [8, 8] and sum(r) == 21,
)
check("top", lambda: len(list(t.query_entities("PartitionKey eq 'p'", results_per_page=5))), 21)
check("delete", lambda: t.delete_entity("p", "r2"))
check("tacl", lambda: t.set_table_access_policy({"p": TableAccessPolicy(permission="r")}))
check("tgetacl", lambda: list(t.get_table_access_policy()), ["p"])
check("tsvc", lambda: ts.get_service_properties(), lambda r: "cors" in r)
check("tdel", lambda: ts.delete_table(tn))
done("azure-data-tables")
