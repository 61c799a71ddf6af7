import type { Receiver } from './receiver';

const NODE = `import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';

const x = Buffer.from('whpk_…'.slice(5), 'base64').toString('base64url');
const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false;
  const content = Buffer.concat([Buffer.from(\`\${id}.\${time}.\`), body]);
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    return version === 'v1a' && verify(null, content, key, Buffer.from(value, 'base64'));
  });
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const event = JSON.parse(body);
  console.log(event.type, event.typeId);
  response.writeHead(204).end();
}).listen(8080);
`;

const PYTHON = `# pip install flask cryptography
import base64
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from flask import Flask, request

app = Flask(__name__)
key = Ed25519PublicKey.from_public_bytes(base64.b64decode("whpk_…".removeprefix("whpk_")))

def is_genuine(headers, body):
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > 300:
        return False
    content = f"{headers.get('webhook-id', '')}.{sent}.".encode() + body
    for signature in headers.get("webhook-signature", "").split(" "):
        version, _, value = signature.partition(",")
        if version != "v1a":
            continue
        try:
            key.verify(base64.b64decode(value), content)
            return True
        except (InvalidSignature, ValueError):
            pass
    return False

@app.post("/")
def receive():
    if not is_genuine(request.headers, request.get_data()):
        return "", 401
    event = request.get_json()
    print(event["type"], event["typeId"])
    return "", 204
`;

const PHP = `<?php
// Needs the extension sodium, which comes with PHP.
$key = base64_decode(substr('whpk_…', strlen('whpk_')));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';

$valid = ctype_digit($time) && abs(time() - (int) $time) <= 300;
$match = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
    [$version, $value] = array_pad(explode(',', $signature, 2), 2, '');
    $bytes = base64_decode($value, true);
    $match = $match || ($version === 'v1a'
        && is_string($bytes) && strlen($bytes) === SODIUM_CRYPTO_SIGN_BYTES
        && sodium_crypto_sign_verify_detached($bytes, "$id.$time.$body", $key));
}
if (!$valid || !$match) {
    http_response_code(401);
    exit;
}
$event = json_decode($body, true);
error_log($event['type'] . ' ' . $event['typeId']);
http_response_code(204);
`;

const GO = `package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"io"
	"log"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func isGenuine(key ed25519.PublicKey, header http.Header, body []byte) bool {
	sent, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if err != nil || time.Since(time.Unix(sent, 0)).Abs() > 5*time.Minute {
		return false
	}
	content := header.Get("webhook-id") + "." + header.Get("webhook-timestamp") + "." + string(body)
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		value, isOurs := strings.CutPrefix(signature, "v1a,")
		bytes, err := base64.StdEncoding.DecodeString(value)
		if isOurs && err == nil && ed25519.Verify(key, []byte(content), bytes) {
			return true
		}
	}
	return false
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix("whpk_…", "whpk_"))
	if err != nil || len(key) != ed25519.PublicKeySize {
		log.Fatal("not a public key")
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 2<<20))
		if err != nil || !isGenuine(key, r.Header, body) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		log.Printf("%s", body)
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}
`;

const RUBY = `# gem install sinatra rackup puma
require 'sinatra'
require 'base64'
require 'json'
require 'openssl'

# The beginning of every Ed25519 public key in DER (RFC 8410).
PREFIX = ['302a300506032b6570032100'].pack('H*')
KEY = OpenSSL::PKey.read(PREFIX + Base64.decode64('whpk_…'.delete_prefix('whpk_')))

def genuine?(id, time, signatures, body)
  return false if (Time.now.to_i - time.to_i).abs > 300

  signatures.split.any? do |signature|
    version, value = signature.split(',', 2)
    version == 'v1a' && KEY.verify(nil, Base64.decode64(value.to_s), "#{id}.#{time}.#{body}")
  end
end

post '/' do
  body = request.body.read
  id, time, signatures = %w[ID TIMESTAMP SIGNATURE].map { |name| request.env["HTTP_WEBHOOK_#{name}"].to_s }
  halt 401 unless genuine?(id, time, signatures, body)

  event = JSON.parse(body)
  puts "#{event['type']} #{event['typeId']}"
  status 204
end
`;

/** Receivers for signatures with a key pair. `whpk_…` stands for the subscription's public key. */
export const ed25519Receivers: readonly Receiver[] = [
  { id: 'node', name: 'Node', code: NODE },
  { id: 'python', name: 'Python', code: PYTHON },
  { id: 'php', name: 'PHP', code: PHP },
  { id: 'go', name: 'Go', code: GO },
  { id: 'ruby', name: 'Ruby', code: RUBY },
];
