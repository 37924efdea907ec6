// Package s3 keeps the bytes of files in S3-compatible storage.
package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// Options say where the storage is.
type Options struct {
	Endpoint             string // host and port
	Bucket, Region       string
	AccessKey, SecretKey string
	Plain                bool // without TLS
}

// Bytes implements files.Bytes. An object has the key ACCOUNT/ID below files/.
type Bytes struct {
	client *minio.Client
	bucket string
	// unnamed returns those of the keys that no file has.
	unnamed func(ctx context.Context, keys []files.Key) ([]files.Key, error)
	after   string // which objects Sweep has looked at
}

// New makes a Bytes. It does not connect.
func New(o Options, unnamed func(ctx context.Context, keys []files.Key) ([]files.Key, error)) (*Bytes, error) {
	client, err := minio.New(o.Endpoint, &minio.Options{
		Creds: credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""), Secure: !o.Plain, Region: o.Region, MaxRetries: 3,
	})
	if err != nil {
		return nil, fmt.Errorf("read the settings of S3: %w", err)
	}
	return &Bytes{client: client, bucket: o.Bucket, unnamed: unnamed}, nil
}

const folder = "files/"

func object(account, id uuid.UUID) string { return folder + account.String() + "/" + id.String() }

func keyOf(object string) (k files.Key, ok bool) {
	account, id, found := strings.Cut(strings.TrimPrefix(object, folder), "/")
	k.Account, ok = ids.Parse(account)
	if ok && found {
		k.ID, ok = ids.Parse(id)
	}
	return k, ok && found
}

// Put implements files.Bytes.
func (b *Bytes) Put(ctx context.Context, account, id uuid.UUID, source io.ReadSeeker, size int64) error {
	_, err := b.client.PutObject(ctx, b.bucket, object(account, id), source, size, minio.PutObjectOptions{
		ContentType: "application/octet-stream", DisableMultipart: true,
	})
	return failed("put an object", err)
}

// Open implements files.Bytes.
func (b *Bytes) Open(ctx context.Context, account, id uuid.UUID) (io.ReadSeekCloser, error) {
	found, err := b.client.GetObject(ctx, b.bucket, object(account, id), minio.GetObjectOptions{})
	return found, failed("get an object", err)
}

// Remove implements files.Bytes.
func (b *Bytes) Remove(ctx context.Context, account, id uuid.UUID) error {
	return failed("remove an object", b.client.RemoveObject(ctx, b.bucket, object(account, id), minio.RemoveObjectOptions{}))
}

// page is how many objects a call of Sweep looks at.
const page = 1000

// Sweep implements files.Bytes. Calls that return something go on behind the objects of the one before.
func (b *Bytes) Sweep(ctx context.Context, before time.Time) (int64, error) {
	ctx, end := context.WithCancel(ctx)
	defer end()
	var old []files.Key
	seen, last := int64(0), ""
	for listed := range b.client.ListObjects(ctx, b.bucket, minio.ListObjectsOptions{
		Prefix: folder, Recursive: true, StartAfter: b.after, MaxKeys: page,
	}) {
		if listed.Err != nil {
			return 0, failed("list the objects", listed.Err)
		}
		seen, last = seen+1, listed.Key
		if k, ok := keyOf(listed.Key); ok && listed.LastModified.Before(before) {
			old = append(old, k)
		}
		if seen == page {
			break
		}
	}
	unnamed, err := b.unnamed(ctx, old)
	for _, k := range unnamed {
		err = errors.Join(err, b.Remove(ctx, k.Account, k.ID))
	}
	if b.after = last; seen < page {
		b.after = ""
		return 0, err
	}
	return seen, err
}

func failed(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s of S3: %w", doing, err)
}
