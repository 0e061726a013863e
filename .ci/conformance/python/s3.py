"""Every operation of S3 by boto3."""

import io
import json
import os
import urllib.request
import uuid
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError

import boto3
from boto3.s3.transfer import TransferConfig
from botocore.config import Config

from common import check, done


def cl(**k):
    return boto3.client(
        "s3",
        endpoint_url=os.environ["AWS_ENDPOINT_URL"],
        aws_access_key_id="app",
        aws_secret_access_key=os.environ["AWS_SECRET_ACCESS_KEY"],
        region_name="us-east-1",
        config=Config(retries={"max_attempts": 1}, **k),
    )


s = cl()
n = "b" + uuid.uuid4().hex[:8]
B = dict(Bucket=n)
check("create", lambda: s.create_bucket(**B))
check("head", lambda: s.head_bucket(**B))
check("head none", lambda: s.head_bucket(Bucket="nope-" + n), refused=(404, "404"))
check("list", lambda: [x["Name"] for x in s.list_buckets()["Buckets"] if x["Name"] == n], [n])
check("loc", lambda: s.get_bucket_location(**B)["LocationConstraint"], None)
r = check(
    "put",
    lambda: s.put_object(
        **B,
        Key="a/b ö+%.txt",
        Body=b"hello",
        Metadata={"k": "v"},
        ContentType="text/plain",
        CacheControl="no-cache",
        Tagging="t=1&u=2",
    ),
)
check("etag", lambda: r["ETag"], '"5d41402abc4b2a76b9719d911017c592"')
g = check("get", lambda: s.get_object(**B, Key="a/b ö+%.txt"))
check(
    "get body",
    lambda: (g["Body"].read(), g["Metadata"], g["ContentType"], g["CacheControl"], g.get("TagCount")),
    (b"hello", {"k": "v"}, "text/plain", "no-cache", 2),
)
check("range", lambda: s.get_object(**B, Key="a/b ö+%.txt", Range="bytes=1-2")["Body"].read(), b"el")
check("range suffix", lambda: s.get_object(**B, Key="a/b ö+%.txt", Range="bytes=-2")["Body"].read(), b"lo")
check("range bad", lambda: s.get_object(**B, Key="a/b ö+%.txt", Range="bytes=99-"), refused=(416, "InvalidRange"))
check("if none", lambda: s.get_object(**B, Key="a/b ö+%.txt", IfNoneMatch=r["ETag"]), refused=(304, "304"))
check("if match", lambda: s.get_object(**B, Key="a/b ö+%.txt", IfMatch='"x"'), refused=(412, "PreconditionFailed"))
check("head obj", lambda: s.head_object(**B, Key="a/b ö+%.txt")["ContentLength"], 5)
check("head none", lambda: s.head_object(**B, Key="nope"), refused=(404, "404"))
check("get none", lambda: s.get_object(**B, Key="nope"), refused=(404, "NoSuchKey"))
check("tags", lambda: sorted(x["Key"] for x in s.get_object_tagging(**B, Key="a/b ö+%.txt")["TagSet"]), ["t", "u"])
check(
    "puttags", lambda: s.put_object_tagging(**B, Key="a/b ö+%.txt", Tagging={"TagSet": [{"Key": "z", "Value": "1"}]})
)
check("deltags", lambda: s.delete_object_tagging(**B, Key="a/b ö+%.txt"))
check("acl", lambda: s.get_object_acl(**B, Key="a/b ö+%.txt")["Owner"] is not None, True)
check(
    "attr",
    lambda: s.get_object_attributes(**B, Key="a/b ö+%.txt", ObjectAttributes=["ETag", "ObjectSize"])["ObjectSize"],
    5,
)
check(
    "copy",
    lambda: s.copy_object(**B, Key="copy", CopySource={"Bucket": n, "Key": "a/b ö+%.txt"})["CopyObjectResult"][
        "ETag"
    ],
    r["ETag"],
)
check(
    "copy if",
    lambda: s.copy_object(**B, Key="copy", CopySource={"Bucket": n, "Key": "a/b ö+%.txt"}, CopySourceIfMatch='"x"'),
    refused=(412, "PreconditionFailed"),
)
check(
    "copy self",
    lambda: s.copy_object(**B, Key="copy", CopySource={"Bucket": n, "Key": "copy"}),
    refused=(400, "InvalidRequest"),
)
check(
    "copy self meta",
    lambda: s.copy_object(
        **B, Key="copy", CopySource={"Bucket": n, "Key": "copy"}, MetadataDirective="REPLACE", Metadata={"q": "1"}
    ),
)
for i in range(5):
    s.put_object(**B, Key="l/%d" % i, Body=b"x")
check("list1", lambda: [x["Key"] for x in s.list_objects(**B, Prefix="l/", MaxKeys=2)["Contents"]], ["l/0", "l/1"])
check(
    "list2",
    lambda: [
        x["Key"]
        for p in s.get_paginator("list_objects_v2").paginate(**B, Prefix="l/", PaginationConfig={"PageSize": 2})
        for x in p["Contents"]
    ],
    ["l/%d" % i for i in range(5)],
)
check("delim", lambda: [x["Prefix"] for x in s.list_objects_v2(**B, Delimiter="/")["CommonPrefixes"]], ["a/", "l/"])
check("start", lambda: [x["Key"] for x in s.list_objects_v2(**B, StartAfter="l/3")["Contents"]], ["l/4"])
check("mdel", lambda: len(s.delete_objects(**B, Delete={"Objects": [{"Key": "l/0"}, {"Key": "nope"}]})["Deleted"]), 2)
check(
    "mdel quiet",
    lambda: s.delete_objects(**B, Delete={"Objects": [{"Key": "l/1"}], "Quiet": True}).get("Deleted"),
    None,
)
check("del none", lambda: s.delete_object(**B, Key="nope"))
check("del", lambda: s.delete_object(**B, Key="copy"))
u = check("mpu", lambda: s.create_multipart_upload(**B, Key="m", ContentType="x/y")["UploadId"])
p = [s.upload_part(**B, Key="m", UploadId=u, PartNumber=i, Body=bytes([64 + i]) * (5 << 20))["ETag"] for i in (1, 2)]
check("parts", lambda: [x["PartNumber"] for x in s.list_parts(**B, Key="m", UploadId=u)["Parts"]], [1, 2])
check("uploads", lambda: [x["Key"] for x in s.list_multipart_uploads(**B)["Uploads"]], ["m"])
check(
    "part copy",
    lambda: s.upload_part_copy(
        **B, Key="m", UploadId=u, PartNumber=3, CopySource={"Bucket": n, "Key": "a/b ö+%.txt"}
    )["CopyPartResult"]["ETag"],
    lambda x: bool(x),
)
check(
    "complete bad",
    lambda: s.complete_multipart_upload(
        **B, Key="m", UploadId=u, MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": '"x"'}]}
    ),
    refused=(400, "InvalidPart"),
)
check(
    "complete order",
    lambda: s.complete_multipart_upload(
        **B,
        Key="m",
        UploadId=u,
        MultipartUpload={"Parts": [{"PartNumber": 2, "ETag": p[1]}, {"PartNumber": 1, "ETag": p[0]}]},
    ),
    refused=(400, "InvalidPartOrder"),
)
check(
    "complete",
    lambda: s.complete_multipart_upload(
        **B,
        Key="m",
        UploadId=u,
        MultipartUpload={"Parts": [{"PartNumber": i + 1, "ETag": e} for i, e in enumerate(p)]},
    )["ETag"],
    lambda x: x.endswith('-2"'),
)
check("part get", lambda: s.get_object(**B, Key="m", PartNumber=2)["PartsCount"], 2)
check(
    "upload none",
    lambda: s.upload_part(**B, Key="m", UploadId="nope", PartNumber=1, Body=b"x"),
    refused=(404, "NoSuchUpload"),
)
check(
    "transfer",
    lambda: s.upload_fileobj(
        io.BytesIO(b"q" * (12 << 20)),
        n,
        "t",
        Config=TransferConfig(multipart_threshold=5 << 20, multipart_chunksize=5 << 20),
    ),
)


def dl():
    f = io.BytesIO()
    s.download_fileobj(n, "t", f, Config=TransferConfig(multipart_threshold=5 << 20, multipart_chunksize=5 << 20))
    return len(f.getvalue())


check("download", dl, 12 << 20)
check("pol none", lambda: s.get_bucket_policy(**B), refused=(404, "NoSuchBucketPolicy"))
pol = {
    "Version": "2012-10-17",
    "Statement": [
        {
            "Effect": "Deny",
            "Principal": "*",
            "Action": "s3:PutObject",
            "Resource": f"arn:aws:s3:::{n}/guard/*",
            "Condition": {"Null": {"s3:if-none-match": "true"}},
        }
    ],
}
check("pol put", lambda: s.put_bucket_policy(**B, Policy=json.dumps(pol)))
check("pol get", lambda: json.loads(s.get_bucket_policy(**B)["Policy"])["Statement"][0]["Effect"], "Deny")
check("pol deny", lambda: s.put_object(**B, Key="guard/x", Body=b"x"), refused=(403, "AccessDenied"))


def inm(k, v):
    def h(params, **kw):
        params["headers"]["If-None-Match"] = v

    s.meta.events.register("before-call.s3.PutObject", h)
    try:
        return s.put_object(**B, Key=k, Body=b"y")
    finally:
        s.meta.events.unregister("before-call.s3.PutObject", h)


check("pol ok", lambda: inm("guard/x", "*"))
check("inm", lambda: inm("guard/x", "*"), refused=(412, "PreconditionFailed"))
check("pol del", lambda: s.delete_bucket_policy(**B))
check("ver", lambda: s.put_bucket_versioning(**B, VersioningConfiguration={"Status": "Enabled"}))
check("ver?", lambda: s.get_bucket_versioning(**B)["Status"], "Enabled")
v = check("vput", lambda: s.put_object(**B, Key="v", Body=b"1")["VersionId"])
s.put_object(**B, Key="v", Body=b"2")
check("vget", lambda: s.get_object(**B, Key="v", VersionId=v)["Body"].read(), b"1")
check("vdel", lambda: s.delete_object(**B, Key="v")["DeleteMarker"], True)
check(
    "vlist",
    lambda: (lambda r: (len(r["Versions"]), len(r["DeleteMarkers"])))(s.list_object_versions(**B, Prefix="v")),
    (2, 1),
)
check("vgone", lambda: s.get_object(**B, Key="v"), refused=(404, "NoSuchKey"))
check(
    "presign",
    lambda: urllib.request.urlopen(s.generate_presigned_url("get_object", Params=dict(**B, Key="m"))).status,
    200,
)
check(
    "select",
    lambda: s.select_object_content(
        **B,
        Key="m",
        ExpressionType="SQL",
        Expression="select * from s3object",
        InputSerialization={"CSV": {}},
        OutputSerialization={"CSV": {}},
    ),
    refused=(501, "NotImplemented"),
)
check("del nonempty", lambda: s.delete_bucket(**B), refused=(409, "BucketNotEmpty"))
check(
    "sum",
    lambda: s.put_object(**B, Key="sum", Body=b"x", ChecksumAlgorithm="SHA256")["ChecksumSHA256"],
    lambda x: bool(x),
)
check(
    "sum get", lambda: s.get_object(**B, Key="sum", ChecksumMode="ENABLED").get("ChecksumSHA256"), lambda x: bool(x)
)
check(
    "crc",
    lambda: s.put_object(**B, Key="sum", Body=b"x", ChecksumAlgorithm="CRC32")["ChecksumCRC32"],
    lambda x: bool(x),
)
locked = n + "lock"
check("lock bucket", lambda: s.create_bucket(Bucket=locked, ObjectLockEnabledForBucket=True))
until = datetime.now(timezone.utc) + timedelta(days=1)
L = {"Bucket": locked, "Key": "report"}
v = check(
    "put locked",
    lambda: s.put_object(**L, Body=b"1", ObjectLockMode="GOVERNANCE", ObjectLockRetainUntilDate=until)["VersionId"],
)
check("head locked", lambda: s.head_object(**L)["ObjectLockMode"], "GOVERNANCE")
check("retention", lambda: s.get_object_retention(**L)["Retention"]["Mode"], "GOVERNANCE")
check("no hold", lambda: s.get_object_legal_hold(**L), refused=(404, "NoSuchObjectLockConfiguration"))
check("hold", lambda: s.put_object_legal_hold(**L, LegalHold={"Status": "ON"}))
check("hold?", lambda: s.get_object_legal_hold(**L)["LegalHold"]["Status"], "ON")
check("delete locked", lambda: s.delete_object(**L, VersionId=v), refused=(403, "AccessDenied"))
check(
    "delete held",
    lambda: s.delete_object(**L, VersionId=v, BypassGovernanceRetention=True),
    refused=(403, "AccessDenied"),
)
check("lift", lambda: s.put_object_legal_hold(**L, LegalHold={"Status": "OFF"}))
check("delete many", lambda: s.delete_objects(Bucket=locked, Delete={"Objects": [{"Key": "report", "VersionId": v}]}),
      lambda r: r["Errors"][0]["Code"] == "AccessDenied")
compliance = {"Mode": "COMPLIANCE", "RetainUntilDate": until + timedelta(days=1)}
check(
    "another mode",
    lambda: s.put_object_retention(**L, Retention=compliance),
    refused=(403, "AccessDenied"),
)
check("longer", lambda: s.put_object_retention(**L, Retention=compliance, BypassGovernanceRetention=True))
check(
    "shorter",
    lambda: s.put_object_retention(**L, Retention={"Mode": "GOVERNANCE", "RetainUntilDate": until}),
    refused=(403, "AccessDenied"),
)
check("marker", lambda: s.delete_object(**L)["DeleteMarker"], True)
check(
    "no lock here",
    lambda: s.put_object_legal_hold(**B, Key="m", LegalHold={"Status": "ON"}),
    refused=(400, "InvalidRequest"),
)
check(
    "default",
    lambda: s.put_object_lock_configuration(
        Bucket=locked,
        ObjectLockConfiguration={
            "ObjectLockEnabled": "Enabled",
            "Rule": {"DefaultRetention": {"Mode": "GOVERNANCE", "Days": 2}},
        },
    ),
)
check("by default", lambda: s.put_object(Bucket=locked, Key="other", Body=b"1"))
check("so locked", lambda: s.head_object(Bucket=locked, Key="other")["ObjectLockMode"], "GOVERNANCE")
check(
    "suspend",
    lambda: s.put_bucket_versioning(Bucket=locked, VersioningConfiguration={"Status": "Suspended"}),
    refused=(409, "InvalidBucketState"),
)


def posted(data=b"hello", conditions=None, **fields):
    """The status and the body of the answer to a form of a browser."""
    form = s.generate_presigned_post(**B, Key="form/${filename}", Fields=fields, Conditions=conditions)
    body = b"".join(
        f'--edge\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in form["fields"].items()
    )
    body += b'--edge\r\nContent-Disposition: form-data; name="file"; filename="na me.txt"\r\n\r\n' + data
    asked = urllib.request.Request(
        form["url"], body + b"\r\n--edge--\r\n", {"Content-Type": "multipart/form-data; boundary=edge"}
    )
    try:
        with urllib.request.urlopen(asked) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


check("form", lambda: posted()[0], 204)
check("form back", lambda: s.get_object(**B, Key="form/na me.txt")["Body"].read(), b"hello")
check(
    "form 201",
    lambda: posted(conditions=[{"success_action_status": "201"}], success_action_status="201")[1],
    lambda t: "<Key>form/na me.txt</Key>" in t,
)
check("form too large", lambda: posted(conditions=[["content-length-range", 1, 3]])[1], lambda t: "EntityTooLarge" in t)
check("form extra", lambda: posted(acl="private")[1], lambda t: "Extra input fields: acl" in t)
check(
    "form otherwise",
    lambda: posted(conditions=[{"acl": "private"}], acl="public-read")[1],
    lambda t: "Policy Condition failed" in t,
)
done("boto3")
