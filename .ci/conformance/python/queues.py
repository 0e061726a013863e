"""Every operation of queues by azure-storage-queue."""

import uuid

from azure.storage.queue import AccessPolicy, CorsRule, QueueServiceClient

from common import check, connection, done

s = QueueServiceClient.from_connection_string(connection())
n = "q" + uuid.uuid4().hex[:8]
q = s.get_queue_client(n)
check("create", lambda: q.create_queue(metadata={"a": "1"}))
check("create other", lambda: q.create_queue(metadata={"a": "2"}), refused=(409, "QueueAlreadyExists"))
check("props", lambda: q.get_queue_properties().metadata, {"a": "1"})
check("meta", lambda: q.set_queue_metadata({"b": "2"}))
m = check("send", lambda: q.send_message("héllo <&>"))
check("send2", lambda: q.send_message("two", visibility_timeout=0, time_to_live=-1))
check("send later", lambda: q.send_message("late", visibility_timeout=60, time_to_live=100))
check("peek", lambda: [x.content for x in q.peek_messages(5)], ["héllo <&>", "two"])
r = check("receive", lambda: q.receive_message(visibility_timeout=30))
check("content", lambda: r.content, "héllo <&>")
u = check("update", lambda: q.update_message(r, content="new", visibility_timeout=10))
check("del old", lambda: q.delete_message(r.id, r.pop_receipt), refused=(404, "MessageNotFound"))
check("del", lambda: q.delete_message(u.id, u.pop_receipt))
check("count", lambda: q.get_queue_properties().approximate_message_count, 2)
check(
    "recv page",
    lambda: [[x.content for x in p] for p in q.receive_messages(messages_per_page=2, visibility_timeout=5).by_page()],
    [["two"]],
)
check(
    "too long vis",
    lambda: q.send_message("x", visibility_timeout=604801),
    refused=(400, "OutOfRangeQueryParameterValue"),
)
check(
    "acl",
    lambda: q.set_queue_access_policy(
        {"p": AccessPolicy(permission="r", expiry="2030-01-01T00:00:00Z", start="2020-01-01T00:00:00Z")}
    ),
)
check("getacl", lambda: list(q.get_queue_access_policy()), ["p"])
check("clear", lambda: q.clear_messages())
check("peek0", lambda: q.peek_messages(), [])
check("svc", lambda: s.get_service_properties(), lambda r: "cors" in r)
check("setsvc", lambda: s.set_service_properties(cors=[CorsRule(["*"], ["GET"])]))
check("list", lambda: [x.name for x in s.list_queues(name_starts_with=n, include_metadata=True)], [n])
check("bad name", lambda: s.create_queue("A_B"), refused=(400, "InvalidResourceName"))
check("short name", lambda: s.create_queue("ab"), refused=(400, "OutOfRangeInput"))
check("del q", lambda: q.delete_queue())
check("recreate", lambda: q.create_queue(), refused=(409, "QueueBeingDeleted"))
done("azure-storage-queue")
