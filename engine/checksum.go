package engine

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"hash/crc64"
)

// crcTable is of the polynomial that Azure Storage and Amazon S3 use, bits reversed.
var crcTable = crc64.MakeTable(0x9A6C9329AC4BC9B5)

// AzureCRC64 is the CRC64 of a body as Azure Storage tells it, in base64: its lowest byte comes first.
//
// Source: Microsoft's clients; an answer of the live service of 2019-09-11 says pK+ypU+jreM= for 1024 times the letter
// b.
func AzureCRC64(body []byte) string {
	return base64.StdEncoding.EncodeToString(binary.LittleEndian.AppendUint64(nil, crc64.Checksum(body, crcTable)))
}

// CRC64NVME is the sum of that name as Amazon S3 tells it, in base64: its highest byte comes first.
//
// Source: Amazon S3 User Guide, "Checking object integrity".
func CRC64NVME(body []byte) string {
	return base64.StdEncoding.EncodeToString(binary.BigEndian.AppendUint64(nil, crc64.Checksum(body, crcTable)))
}

// S3Sum is the checksum of a body as Amazon S3 tells it, in base64: crc32, crc32c, crc64nvme, md5, sha1 or sha256;
// empty for another algorithm.
//
// Source: Amazon S3 User Guide, "Checking object integrity".
func S3Sum(algorithm string, body []byte) string {
	var sum []byte
	switch algorithm {
	case "crc32":
		sum = binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body))
	case "crc32c":
		sum = binary.BigEndian.AppendUint32(nil, crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))
	case "crc64nvme":
		return CRC64NVME(body)
	case "sha1":
		whole := sha1.Sum(body)
		sum = whole[:]
	case "sha256":
		whole := sha256.Sum256(body)
		sum = whole[:]
	case "md5":
		whole := md5.Sum(body)
		sum = whole[:]
	}
	return base64.StdEncoding.EncodeToString(sum)
}
