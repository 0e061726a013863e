"""Every operation of files, directories and shares by azure-storage-file-share."""

import uuid

from azure.storage.fileshare import AccessPolicy, ContentSettings, ShareServiceClient

from common import check, connection, done

fs = ShareServiceClient.from_connection_string(connection())
sn = "s" + uuid.uuid4().hex[:8]
sh = fs.get_share_client(sn)
check("share", lambda: sh.create_share(metadata={"a": "1"}, quota=5))
check("share2", lambda: sh.create_share(), refused=(409, "ShareAlreadyExists"))
check("sprops", lambda: (lambda p: (p.quota, p.metadata))(sh.get_share_properties()), (5, {"a": "1"}))
check("quota", lambda: sh.set_share_quota(6))
check("smeta", lambda: sh.set_share_metadata({"b": "1"}))
check("sstats", lambda: sh.get_share_stats(), lambda x: isinstance(x, int))
check("dir", lambda: sh.create_directory("d"))
dd = sh.get_directory_client("d")
check("subdir", lambda: dd.create_subdirectory("e"))
f = dd.get_file_client("f ö.txt")
check(
    "upload",
    lambda: f.upload_file(
        b"hello world", metadata={"m": "1"}, content_settings=ContentSettings(content_type="text/x")
    ),
)
check("fdown", lambda: f.download_file().readall(), b"hello world")
check("frange", lambda: f.download_file(offset=2, length=3).readall(), b"llo")
check(
    "fprops",
    lambda: (lambda p: (p.size, p.metadata, p.content_settings.content_type))(f.get_file_properties()),
    (11, {"m": "1"}, "text/x"),
)
check("urange", lambda: f.upload_range(b"HE", 0, 2))
check("ranges", lambda: f.get_ranges(), [{"start": 0, "end": 10}])
check("resize", lambda: f.resize_file(1024))
check("clear range", lambda: f.clear_range(0, 512))
check("fmeta", lambda: f.set_file_metadata({"x": "1"}))
check("http", lambda: f.set_http_headers(ContentSettings(content_type="a/b")))
check("copy", lambda: dd.get_file_client("g").start_copy_from_url(f.url), lambda r: r["copy_status"] == "success")
check("range url", lambda: dd.get_file_client("g").upload_range_from_url(f.url, 0, 16, 0))
l = check("lease", lambda: f.acquire_lease())
check("leased", lambda: f.upload_range(b"x", 0, 1), refused=(412, "LeaseIdMissing"))
check("leased ok", lambda: f.upload_range(b"x", 0, 1, lease=l))
check("break", lambda: l.break_lease())
check("handles", lambda: list(f.list_handles()), [])
check("close", lambda: f.close_all_handles(), lambda r: r["closed_handles_count"] == 0)
check(
    "list",
    lambda: sorted((x["name"], x["is_directory"]) for x in dd.list_directories_and_files()),
    lambda r: ("e", True) in r and ("f ö.txt", False) in r,
)
check("rename", lambda: f.rename_file("d/h"))
check("rename2", lambda: dd.get_file_client("h").rename_file("d/g"), refused=(409, "ResourceAlreadyExists"))
check("rename ow", lambda: dd.get_file_client("h").rename_file("d/g", overwrite=True))
check("dirdel", lambda: dd.delete_directory(), refused=(409, "DirectoryNotEmpty"))
ss = check("snap", lambda: sh.create_snapshot())
check(
    "snapread",
    lambda: fs.get_share_client(sn, snapshot=ss["snapshot"])
    .get_directory_client("d")
    .get_file_client("g")
    .download_file(offset=0, length=1)
    .readall(),
    lambda r: len(r) == 1,
)
check("sdel snaps", lambda: sh.delete_share(), refused=(409, "ShareHasSnapshots"))
sl = check("slease", lambda: sh.acquire_lease())
check("srel", lambda: sl.release())
check("sacl", lambda: sh.set_share_access_policy({"p": AccessPolicy(permission="r")}))
check("slist", lambda: [x.name for x in fs.list_shares(name_starts_with=sn)], [sn])
check("service", lambda: fs.get_service_properties(), lambda r: r["protocol"].smb is not None)
check("sdel", lambda: sh.delete_share(delete_snapshots=True))
sddl = "O:BAG:SYD:(A;;FA;;;SY)"
ps = fs.get_share_client("p" + sn)
check("perm share", lambda: ps.create_share())
key = check("perm", lambda: ps.create_permission_for_share(sddl))
check("perm?", lambda: ps.get_permission_for_share(key), sddl)
check("perm none", lambda: ps.get_permission_for_share("1*1"), refused=(400, "FileInvalidPermissionKey"))
pf = ps.get_file_client("guarded")
check("perm file", lambda: pf.upload_file(b"x", permission_key=key))
check("perm of it", lambda: pf.get_file_properties().permission_key, key)
check("perm set", lambda: pf.set_http_headers(ContentSettings(), file_permission="O:SYG:SYD:(A;;FR;;;WD)"))
check("perm other", lambda: pf.get_file_properties().permission_key, lambda k: k not in (key, None))
check("perm gone", lambda: ps.delete_share())
done("azure-storage-file-share")
