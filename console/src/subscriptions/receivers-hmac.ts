import type { Receiver } from './receiver';

const NODE = `// npm install standardwebhooks
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook('whsec_…');

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = webhook.verify(Buffer.concat(chunks), request.headers);
    console.log(event.type, event.typeId);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(8080);
`;

const PYTHON = `# pip install flask standardwebhooks
from flask import Flask, request
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

app = Flask(__name__)
webhook = Webhook("whsec_…")

@app.post("/")
def receive():
    try:
        event = webhook.verify(request.get_data(), dict(request.headers))
    except WebhookVerificationError:
        return "", 401
    print(event["type"], event["typeId"])
    return "", 204
`;

const PHP = `<?php
$secret = base64_decode(substr('whsec_…', strlen('whsec_')));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$expected = base64_encode(hash_hmac('sha256', "$id.$time.$body", $secret, true));

$valid = abs(time() - (int) $time) <= 300;
$match = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
    [$version, $value] = array_pad(explode(',', $signature, 2), 2, '');
    $match = $match || ($version === 'v1' && hash_equals($expected, $value));
}
if (!$valid || !$match) {
    http_response_code(401);
    exit;
}
$event = json_decode($body, true);
error_log($event['type'] . ' ' . $event['typeId']);
http_response_code(204);
`;

const GO = `// go get github.com/standard-webhooks/standard-webhooks/libraries
package main

import (
	"io"
	"log"
	"net/http"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := webhooks.NewWebhook("whsec_…")
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 2<<20))
		if err != nil || webhook.Verify(body, r.Header) != nil {
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

SECRET = Base64.decode64('whsec_…'.delete_prefix('whsec_'))

post '/' do
  body = request.body.read
  id, time, signatures = %w[ID TIMESTAMP SIGNATURE].map { |name| request.env["HTTP_WEBHOOK_#{name}"].to_s }
  expected = Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', SECRET, "#{id}.#{time}.#{body}"))
  valid = (Time.now.to_i - time.to_i).abs <= 300 &&
          signatures.split.any? { |one| Rack::Utils.secure_compare(one, "v1,#{expected}") }
  halt 401 unless valid

  event = JSON.parse(body)
  puts "#{event['type']} #{event['typeId']}"
  status 204
end
`;

/** Receivers for signatures with a shared secret. `whsec_…` stands for the subscription's secret. */
export const hmacReceivers: readonly Receiver[] = [
  { id: 'node', name: 'Node', code: NODE },
  { id: 'python', name: 'Python', code: PYTHON },
  { id: 'php', name: 'PHP', code: PHP },
  { id: 'go', name: 'Go', code: GO },
  { id: 'ruby', name: 'Ruby', code: RUBY },
];
