package engine

import (
	"encoding/base64"
	"encoding/binary"
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
