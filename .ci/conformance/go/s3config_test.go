package conformance

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// The documents of a bucket: what a new one answers, what was put is read back with the library's own types, and what
// there is none of has the code of the service.
func TestS3DocumentsOfABucket(t *testing.T) {
	c, b := bucket(t)
	_, err := c.GetBucketCors(ctx, &s3.GetBucketCorsInput{Bucket: b})
	coded(t, err, "NoSuchCORSConfiguration")
	_, err = c.PutBucketCors(ctx, &s3.PutBucketCorsInput{Bucket: b, CORSConfiguration: &types.CORSConfiguration{
		CORSRules: []types.CORSRule{{AllowedMethods: []string{"GET", "PUT"},
			AllowedOrigins: []string{"https://a.example"},
			MaxAgeSeconds:  aws.Int32(30)}}}})
	same(t, err, nil)
	cors := ok[*s3.GetBucketCorsOutput](t)(c.GetBucketCors(ctx, &s3.GetBucketCorsInput{Bucket: b}))
	same(t, *cors.CORSRules[0].MaxAgeSeconds, int32(30))
	same(t, cors.CORSRules[0].AllowedMethods, []string{"GET", "PUT"})
	_, err = c.DeleteBucketCors(ctx, &s3.DeleteBucketCorsInput{Bucket: b})
	same(t, err, nil)

	_, err = c.GetBucketLifecycleConfiguration(ctx, &s3.GetBucketLifecycleConfigurationInput{Bucket: b})
	coded(t, err, "NoSuchLifecycleConfiguration")
	_, err = c.PutBucketLifecycleConfiguration(ctx, &s3.PutBucketLifecycleConfigurationInput{Bucket: b,
		LifecycleConfiguration: &types.BucketLifecycleConfiguration{Rules: []types.LifecycleRule{{ID: aws.String("old"),
			Status: types.ExpirationStatusEnabled, Filter: &types.LifecycleRuleFilter{Prefix: aws.String("log/")},
			Expiration: &types.LifecycleExpiration{Days: aws.Int32(7)}}}}})
	same(t, err, nil)
	life := ok[*s3.GetBucketLifecycleConfigurationOutput](t)(c.GetBucketLifecycleConfiguration(ctx,
		&s3.GetBucketLifecycleConfigurationInput{Bucket: b}))
	same(t, *life.Rules[0].Filter.Prefix, "log/")
	same(t, *life.Rules[0].Expiration.Days, int32(7))
	_, err = c.DeleteBucketLifecycle(ctx, &s3.DeleteBucketLifecycleInput{Bucket: b})
	same(t, err, nil)

	encryption := ok[*s3.GetBucketEncryptionOutput](t)(c.GetBucketEncryption(ctx,
		&s3.GetBucketEncryptionInput{Bucket: b}))
	same(t, encryption.ServerSideEncryptionConfiguration.Rules[0].ApplyServerSideEncryptionByDefault.SSEAlgorithm,
		types.ServerSideEncryptionAes256)
	_, err = c.GetBucketTagging(ctx, &s3.GetBucketTaggingInput{Bucket: b})
	coded(t, err, "NoSuchTagSet")
	_, err = c.PutBucketTagging(ctx, &s3.PutBucketTaggingInput{Bucket: b, Tagging: &types.Tagging{
		TagSet: []types.Tag{{Key: aws.String("team"), Value: aws.String("a & b")}}}})
	coded(t, err, "InvalidTag")
	_, err = c.PutBucketTagging(ctx, &s3.PutBucketTaggingInput{Bucket: b, Tagging: &types.Tagging{
		TagSet: []types.Tag{{Key: aws.String("team"), Value: aws.String("a b")}, {Key: aws.String("empty"),
			Value: aws.String("")}}}})
	same(t, err, nil)
	tags := ok[*s3.GetBucketTaggingOutput](t)(c.GetBucketTagging(ctx, &s3.GetBucketTaggingInput{Bucket: b}))
	same(t, *tags.TagSet[0].Value, "a b")
	same(t, len(tags.TagSet), 2)

	blocked := ok[*s3.GetPublicAccessBlockOutput](t)(c.GetPublicAccessBlock(ctx,
		&s3.GetPublicAccessBlockInput{Bucket: b}))
	same(t, *blocked.PublicAccessBlockConfiguration.BlockPublicPolicy, true)
	_, err = c.DeletePublicAccessBlock(ctx, &s3.DeletePublicAccessBlockInput{Bucket: b})
	same(t, err, nil)
	_, err = c.GetPublicAccessBlock(ctx, &s3.GetPublicAccessBlockInput{Bucket: b})
	coded(t, err, "NoSuchPublicAccessBlockConfiguration")
	_, err = c.GetBucketWebsite(ctx, &s3.GetBucketWebsiteInput{Bucket: b})
	coded(t, err, "NoSuchWebsiteConfiguration")
	_, err = c.GetBucketReplication(ctx, &s3.GetBucketReplicationInput{Bucket: b})
	coded(t, err, "ReplicationConfigurationNotFoundError")
	_, err = c.GetObjectLockConfiguration(ctx, &s3.GetObjectLockConfigurationInput{Bucket: b})
	coded(t, err, "ObjectLockConfigurationNotFoundError")
	_, err = c.GetBucketPolicyStatus(ctx, &s3.GetBucketPolicyStatusInput{Bucket: b})
	coded(t, err, "NoSuchBucketPolicy")
	logging := ok[*s3.GetBucketLoggingOutput](t)(c.GetBucketLogging(ctx, &s3.GetBucketLoggingInput{Bucket: b}))
	same(t, logging.LoggingEnabled == nil, true)
	_ = ok[*s3.GetBucketNotificationConfigurationOutput](t)(c.GetBucketNotificationConfiguration(ctx,
		&s3.GetBucketNotificationConfigurationInput{Bucket: b}))
	payer := ok[*s3.GetBucketRequestPaymentOutput](t)(c.GetBucketRequestPayment(ctx,
		&s3.GetBucketRequestPaymentInput{Bucket: b}))
	same(t, payer.Payer, types.PayerBucketOwner)
	speed := ok[*s3.GetBucketAccelerateConfigurationOutput](t)(c.GetBucketAccelerateConfiguration(ctx,
		&s3.GetBucketAccelerateConfigurationInput{Bucket: b}))
	same(t, speed.Status, types.BucketAccelerateStatus(""))
	_, err = c.PutBucketAccelerateConfiguration(ctx, &s3.PutBucketAccelerateConfigurationInput{Bucket: b,
		AccelerateConfiguration: &types.AccelerateConfiguration{Status: types.BucketAccelerateStatusEnabled}})
	same(t, err, nil)
}

// Locks of versions: what is locked stays, whoever asks.
func TestS3ObjectLock(t *testing.T) {
	c, _ := bucket(t)
	b := aws.String("locked-versions")
	_ = ok[*s3.CreateBucketOutput](t)(c.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: b,
		ObjectLockEnabledForBucket: aws.Bool(true)}))
	until := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	put := ok[*s3.PutObjectOutput](t)(c.PutObject(ctx, &s3.PutObjectInput{Bucket: b, Key: aws.String("k"),
		Body: strings.NewReader("1"), ObjectLockMode: types.ObjectLockModeGovernance, ObjectLockRetainUntilDate: &until,
		ObjectLockLegalHoldStatus: types.ObjectLockLegalHoldStatusOn}))
	head := ok[*s3.HeadObjectOutput](t)(c.HeadObject(ctx, &s3.HeadObjectInput{Bucket: b, Key: aws.String("k")}))
	same(t, head.ObjectLockMode, types.ObjectLockModeGovernance)
	same(t, head.ObjectLockRetainUntilDate.UTC(), until)
	same(t, head.ObjectLockLegalHoldStatus, types.ObjectLockLegalHoldStatusOn)
	remove := &s3.DeleteObjectInput{Bucket: b, Key: aws.String("k"), VersionId: put.VersionId,
		BypassGovernanceRetention: aws.Bool(true)}
	_, err := c.DeleteObject(ctx, remove)
	coded(t, err, "AccessDenied")
	_, err = c.PutObjectLegalHold(ctx, &s3.PutObjectLegalHoldInput{Bucket: b, Key: aws.String("k"),
		LegalHold: &types.ObjectLockLegalHold{Status: types.ObjectLockLegalHoldStatusOff}})
	same(t, err, nil)
	kept := ok[*s3.GetObjectRetentionOutput](t)(c.GetObjectRetention(ctx, &s3.GetObjectRetentionInput{Bucket: b,
		Key: aws.String("k")}))
	same(t, kept.Retention.RetainUntilDate.UTC(), until)
	_, err = c.DeleteObject(ctx, remove)
	same(t, err, nil)
}

// Access lists: read in every bucket, set where the ownership has them.
func TestS3AccessLists(t *testing.T) {
	c, b := bucket(t)
	object(t, c, b, "k", "one")
	list := ok[*s3.GetBucketAclOutput](t)(c.GetBucketAcl(ctx, &s3.GetBucketAclInput{Bucket: b}))
	same(t, list.Grants[0].Permission, types.PermissionFullControl)
	same(t, list.Grants[0].Grantee.Type, types.TypeCanonicalUser)
	same(t, *list.Owner.ID, *list.Grants[0].Grantee.ID)
	_, err := c.PutBucketAcl(ctx, &s3.PutBucketAclInput{Bucket: b, ACL: types.BucketCannedACLPrivate})
	coded(t, err, "AccessControlListNotSupported")
	_, err = c.PutBucketOwnershipControls(ctx, &s3.PutBucketOwnershipControlsInput{Bucket: b,
		OwnershipControls: &types.OwnershipControls{Rules: []types.OwnershipControlsRule{{
			ObjectOwnership: types.ObjectOwnershipObjectWriter}}}})
	same(t, err, nil)
	_, err = c.PutObjectAcl(ctx, &s3.PutObjectAclInput{Bucket: b, Key: aws.String("k"),
		ACL: types.ObjectCannedACLPublicRead})
	coded(t, err, "AccessDenied")
	_, err = c.PutPublicAccessBlock(ctx, &s3.PutPublicAccessBlockInput{Bucket: b,
		PublicAccessBlockConfiguration: &types.PublicAccessBlockConfiguration{BlockPublicAcls: aws.Bool(false)}})
	same(t, err, nil)
	_, err = c.PutObjectAcl(ctx, &s3.PutObjectAclInput{Bucket: b, Key: aws.String("k"),
		ACL: types.ObjectCannedACLPublicRead})
	same(t, err, nil)
	mine := ok[*s3.GetObjectAclOutput](t)(c.GetObjectAcl(ctx, &s3.GetObjectAclInput{Bucket: b, Key: aws.String("k")}))
	same(t, mine.Grants[1].Grantee.Type, types.TypeGroup)
	_, err = c.PutBucketAcl(ctx, &s3.PutBucketAclInput{Bucket: b, AccessControlPolicy: &types.AccessControlPolicy{
		Owner: mine.Owner, Grants: mine.Grants}})
	same(t, err, nil)
	list = ok[*s3.GetBucketAclOutput](t)(c.GetBucketAcl(ctx, &s3.GetBucketAclInput{Bucket: b}))
	same(t, len(list.Grants), 2)
}

// same ends a test where a value is not the one that is wanted; of an error, where there is one.
func same(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%v, want %v", got, want)
	}
}
