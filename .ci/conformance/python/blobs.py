"""Every operation of blobs and containers by azure-storage-blob."""

import os
import uuid
from datetime import datetime, timedelta, timezone
from urllib.parse import unquote

from azure.core import MatchConditions
from azure.storage.blob import (
    AccessPolicy,
    BlobBlock,
    BlobClient,
    BlobSasPermissions,
    BlobServiceClient,
    ContainerSasPermissions,
    ContentSettings,
    PublicAccess,
    RetentionPolicy,
    generate_blob_sas,
)

from common import check, connection, done

s = BlobServiceClient.from_connection_string(connection())
n = "c" + uuid.uuid4().hex[:8]
c = s.get_container_client(n)
check("create", lambda: c.create_container(metadata={"a": "1"}))
check("create2", lambda: c.create_container(), refused=(409, "ContainerAlreadyExists"))
check("exists", lambda: c.exists(), True)
check("props", lambda: c.get_container_properties().metadata, {"a": "1"})
check("setmeta", lambda: c.set_container_metadata({"b": "2"}))
check(
    "setacl",
    lambda: c.set_container_access_policy(
        {
            "p": AccessPolicy(
                permission=ContainerSasPermissions(read=True),
                expiry=datetime.utcnow() + timedelta(hours=1),
                start=datetime.utcnow(),
            )
        },
        public_access=PublicAccess.Container,
    ),
)
check(
    "getacl",
    lambda: c.get_container_access_policy(),
    lambda r: r["public_access"] == "container" and len(r["signed_identifiers"]) == 1,
)
check("account", lambda: s.get_account_information(), lambda r: "sku_name" in r)
check("cacc", lambda: c.get_account_information(), lambda r: "sku_name" in r)
check("svcprops", lambda: s.get_service_properties(), lambda r: "cors" in r)
check("setsvc", lambda: s.set_service_properties(delete_retention_policy=RetentionPolicy(enabled=False)))
check("list containers", lambda: [x.name for x in s.list_containers(name_starts_with=n, include_metadata=True)], [n])
b = c.get_blob_client("dir/a b+ö.txt")
r = check(
    "upload",
    lambda: b.upload_blob(
        b"hello",
        metadata={"k": "v"},
        content_settings=ContentSettings(content_type="text/plain", cache_control="no-cache"),
    ),
)
check("upload2", lambda: b.upload_blob(b"x"), refused=(409, "BlobAlreadyExists"))
p = check(
    "bprops",
    lambda: b.get_blob_properties(),
    lambda p: p.size == 5
    and p.metadata == {"k": "v"}
    and p.content_settings.content_type == "text/plain"
    and p.content_settings.cache_control == "no-cache"
    and p.etag == r["etag"]
    and p.blob_type == "BlockBlob",
)
check("download", lambda: b.download_blob().readall(), b"hello")
check("range", lambda: b.download_blob(offset=1, length=2).readall(), b"el")
check("rangepast", lambda: b.download_blob(offset=99, length=2).readall(), refused=(416, "InvalidRange"))
check("overwrite", lambda: b.upload_blob(b"two", overwrite=True))
check(
    "ifmatch",
    lambda: b.upload_blob(b"x", overwrite=True, etag=r["etag"], match_condition=MatchConditions.IfNotModified),
    refused=(412, "ConditionNotMet"),
)
check(
    "ifnone get",
    lambda: b.download_blob(etag=b.get_blob_properties().etag, match_condition=MatchConditions.IfModified).readall(),
    refused=(304, "ConditionNotMet"),
)
check(
    "ifmod",
    lambda: b.get_blob_properties(if_modified_since=datetime.now(timezone.utc) + timedelta(hours=1)),
    refused=(304, "ConditionNotMet"),
)
check(
    "ifunmod",
    lambda: b.get_blob_properties(if_unmodified_since=datetime.now(timezone.utc) - timedelta(hours=1)),
    refused=(412, "ConditionNotMet"),
)
check("setmeta", lambda: b.set_blob_metadata({"z": "1"}))
check("sethttp", lambda: b.set_http_headers(ContentSettings(content_language="de")))
check("tags", lambda: b.set_blob_tags({"t": "1", "u": "x y"}))
check("gettags", lambda: b.get_blob_tags(), {"t": "1", "u": "x y"})
check(
    "iftags", lambda: b.download_blob(if_tags_match_condition="\"t\"='2'").readall(), refused=(412, "ConditionNotMet")
)
check("iftags ok", lambda: b.download_blob(if_tags_match_condition="\"t\"='1'").readall(), b"two")
check("find", lambda: [x.name for x in s.find_blobs_by_tags("\"t\"='1' and @container='%s'" % n)], ["dir/a b+ö.txt"])
check("find c", lambda: [x.name for x in c.find_blobs_by_tags("\"t\"='1'")], ["dir/a b+ö.txt"])
check("tier", lambda: b.set_standard_blob_tier("Cool"))
check("tier?", lambda: b.get_blob_properties().blob_tier, "Cool")
sn = check("snapshot", lambda: b.create_snapshot(metadata={"s": "1"}))
check(
    "snap get", lambda: c.get_blob_client("dir/a b+ö.txt", snapshot=sn["snapshot"]).download_blob().readall(), b"two"
)
check("delete with snaps", lambda: b.delete_blob(), refused=(409, "SnapshotsPresent"))
check(
    "list",
    lambda: [(x.name, x.snapshot) for x in c.list_blobs(include=["snapshots", "metadata", "tags"])],
    lambda r: len(r) == 2,
)
check("walk", lambda: [x.name for x in c.walk_blobs()], ["dir/"])
check("stage", lambda: [c.get_blob_client("blk").stage_block(i, b"aaa") for i in ("MDAx", "MDAy")])
check("blocklist unc", lambda: c.get_blob_client("blk").get_block_list("all"), lambda r: len(r[1]) == 2)
check(
    "commit",
    lambda: c.get_blob_client("blk").commit_block_list(
        [BlobBlock("MDAx"), BlobBlock("MDAy")], tags={"q": "1"}, metadata={"m": "1"}
    ),
)
check(
    "commit bad",
    lambda: c.get_blob_client("blk").commit_block_list([BlobBlock("MDAz")]),
    refused=(400, "InvalidBlockList"),
)
check("blk", lambda: c.get_blob_client("blk").download_blob().readall(), b"aaaaaa")
check("stage url", lambda: c.get_blob_client("blk2").stage_block_from_url("MDAx", c.get_blob_client("blk").url))
check("upload url", lambda: c.get_blob_client("fromurl").upload_blob_from_url(c.get_blob_client("blk").url))
check("fromurl", lambda: c.get_blob_client("fromurl").download_blob().readall(), b"aaaaaa")
check(
    "copy",
    lambda: c.get_blob_client("copy").start_copy_from_url(c.get_blob_client("blk").url),
    lambda r: r["copy_status"] == "success",
)
check(
    "copy sync",
    lambda: c.get_blob_client("copy2").start_copy_from_url(c.get_blob_client("blk").url, requires_sync=True),
    lambda r: r["copy_status"] == "success",
)
check(
    "abort copy",
    lambda: c.get_blob_client("copy").abort_copy("11111111-1111-1111-1111-111111111111"),
    refused=(409, "NoPendingCopyOperation"),
)
a = c.get_blob_client("app")
check("append create", lambda: a.create_append_blob())
check("append", lambda: a.append_block(b"one"), lambda r: r["blob_append_offset"] == "0")
check(
    "append pos",
    lambda: a.append_block(b"two", appendpos_condition=0),
    refused=(412, "AppendPositionConditionNotMet"),
)
check("append max", lambda: a.append_block(b"two", maxsize_condition=3), refused=(412, "MaxBlobSizeConditionNotMet"))
check("append url", lambda: a.append_block_from_url(c.get_blob_client("blk").url))
check("seal", lambda: a.seal_append_blob(), lambda r: r["blob_sealed"] in (True, "true"))
check("append sealed", lambda: a.append_block(b"x"), refused=(409, "BlobIsSealed"))
g = c.get_blob_client("page")
check("page create", lambda: g.create_page_blob(1024))
check("page up", lambda: g.upload_page(b"x" * 512, 0, 512))
check("page ranges", lambda: g.get_page_ranges(), lambda r: r[0] == [{"start": 0, "end": 511}])
check("page clear", lambda: g.clear_page(0, 512))
check("resize", lambda: g.resize_blob(2048))
check("seq", lambda: g.set_sequence_number("update", 7), lambda r: str(r["blob_sequence_number"]) == "7")
check(
    "page seq",
    lambda: g.upload_page(b"x" * 512, 0, 512, if_sequence_number_lt=5),
    refused=(412, "SequenceNumberConditionNotMet"),
)
l = check("lease", lambda: b.acquire_lease(15))
check("leased", lambda: b.upload_blob(b"x", overwrite=True), refused=(412, "LeaseIdMissing"))
check(
    "leased wrong",
    lambda: b.upload_blob(b"x", overwrite=True, lease=str(uuid.uuid4())),
    refused=(412, "LeaseIdMismatchWithBlobOperation"),
)
check("leased again", lambda: b.acquire_lease(15), refused=(409, "LeaseAlreadyPresent"))
check("renew", lambda: l.renew())
check("change", lambda: l.change(str(uuid.uuid4())))
check("leased ok", lambda: b.upload_blob(b"x", overwrite=True, lease=l))
check("break", lambda: l.break_lease(0), 0)
check("release broken", lambda: l.release())
check("lease bad dur", lambda: b.acquire_lease(5), refused=(400, "InvalidHeaderValue"))
cl = check("clease", lambda: c.acquire_lease(15))
check("cdel", lambda: c.delete_container(), refused=(412, "LeaseIdMissing"))
check("crel", lambda: cl.release())
check(
    "batch delete",
    lambda: [x.status_code for x in c.delete_blobs("copy", "copy2", "nothere", raise_on_any_failure=False)],
    [202, 202, 404],
)
check(
    "batch tier",
    lambda: [x.status_code for x in c.set_standard_blob_tier_blobs("Cool", "blk", raise_on_any_failure=False)],
    [200],
)
check(
    "big",
    lambda: c.get_blob_client("big").upload_blob(os.urandom(9 * 1024 * 1024), max_concurrency=3, overwrite=True),
)
check(
    "big4",
    lambda: BlobClient.from_connection_string(
        connection(), n, "big4", max_block_size=1024 * 1024, max_single_put_size=1024 * 1024
    ).upload_blob(b"z" * 5 * 1024 * 1024, max_concurrency=4),
)
check(
    "big4 get",
    lambda: len(
        BlobClient.from_connection_string(
            connection(), n, "big4", max_chunk_get_size=1024 * 1024, max_single_get_size=1024 * 1024
        )
        .download_blob(max_concurrency=4)
        .readall()
    ),
    5 * 1024 * 1024,
)
check("md5", lambda: c.get_blob_client("md5").upload_blob(b"abc", validate_content=True))
check("md5 get", lambda: c.get_blob_client("md5").download_blob(validate_content=True).readall(), b"abc")
checked = BlobClient.from_connection_string(connection(), n, "checked", max_block_size=70, max_single_put_size=70)
check("md5 of blocks", lambda: checked.upload_blob(b"z" * 200, validate_content=True))
taken = c.get_blob_client("md5").create_snapshot()["snapshot"]
shot = BlobClient.from_connection_string(connection(), n, "md5", snapshot=taken)
check("copy of a snapshot", lambda: c.get_blob_client("ofshot").start_copy_from_url(shot.url))
# the service tells the address as it was sent, which is not kept: libraries of other languages escape its moment
check("source of it", lambda: unquote(c.get_blob_client("ofshot").get_blob_properties().copy.source), unquote(shot.url))
check("web", lambda: s.create_container("$web"))
check("web file", lambda: s.get_blob_client("$web", "index.html").upload_blob(b"<p>"))
check("web back", lambda: s.get_blob_client("$web", "index.html").download_blob().readall(), b"<p>")
check("web gone", lambda: s.delete_container("$web"))
check("missing", lambda: c.get_blob_client("nope").download_blob(), refused=(404, "BlobNotFound"))
check("missing head", lambda: c.get_blob_client("nope").get_blob_properties(), refused=(404, "BlobNotFound"))
check("exists no", lambda: c.get_blob_client("nope").exists(), False)
check("nocont", lambda: s.get_blob_client("nocont123", "x").upload_blob(b"x"), refused=(404, "ContainerNotFound"))
sas = generate_blob_sas(
    "devstoreaccount1",
    n,
    "blk",
    account_key=connection().split("AccountKey=")[1].split(";")[0],
    permission=BlobSasPermissions(read=True),
    expiry=datetime.utcnow() + timedelta(hours=1),
)
check(
    "sas",
    lambda: BlobClient.from_blob_url(c.get_blob_client("blk").url + "?" + sas).download_blob().readall(),
    b"aaaaaa",
)
check(
    "sas w",
    lambda: BlobClient.from_blob_url(c.get_blob_client("blk").url + "?" + sas).upload_blob(b"x", overwrite=True),
    refused=(403, "AuthorizationPermissionMismatch"),
)
check("undelete cfg", lambda: s.set_service_properties(delete_retention_policy=RetentionPolicy(enabled=True, days=2)))
check("soft del", lambda: c.get_blob_client("blk").delete_blob())
check(
    "list deleted",
    lambda: [x.name for x in c.list_blobs(include=["deleted"], name_starts_with="blk") if x.deleted],
    lambda r: "blk" in r,
)
check("undelete", lambda: c.get_blob_client("blk").undelete_blob())
check("undeleted", lambda: c.get_blob_client("blk").download_blob().readall(), b"aaaaaa")
check(
    "page list by page",
    lambda: [len(list(p)) for p in c.list_blobs(results_per_page=2).by_page()],
    lambda r: len(r) > 2,
)
check("delete snaps", lambda: b.delete_blob(delete_snapshots="include"))
check("del cont", lambda: c.delete_container())
check("recreate", lambda: c.create_container(), refused=(409, "ContainerBeingDeleted"))
done("azure-storage-blob")
