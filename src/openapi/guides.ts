import { MAX_EVENTS } from '../event/domain/event-check.js';

/**
 * The purpose of the routes of a tag and the usual calls, by tag; in the order in which a reader needs them. Links lead
 * only to what this service serves: `#operations-tag-…` is the id that Swagger UI gives a tag.
 */
export const PARTNER_GUIDES: Readonly<Record<string, string>> = {
  'Webhook subscriptions': `Receive a POST on your server when something happens to a document.

1. \`POST /partner/webhookSubscription\` with \`type\`, \`url\`, \`includePaths\` and, to choose documents, \`conditions\`. Try these first with \`POST …/preview\`: it shows what a document would send, and which of your last events would have matched.
2. \`GET …/{id}/secret\` returns the secret that signs the requests. Verify the signature before you trust a body: [Webhooks](#operations-tag-Webhooks) shows how, and the page of a subscription in [the console](/console#/subscriptions) has the code of a receiver in five languages.
3. \`POST …/{id}/test\` sends a sample, and \`GET /partner/delivery/{id}\` shows how your server answered.

\`health\` shows trouble early. When a delivery has used up its retries, by default after about 78 hours, the subscription is deleted. Restore it with PATCH, and receive what it missed with \`POST …/{id}/recover\`. The members \`ordering\`, \`maxPerSecond\` and \`deleteWhen\` adapt the traffic to your server.`,
  Webhooks: `Your server receives one signed POST for each event.

1. Take the body as the bytes that arrived. Refuse a \`webhook-timestamp\` that differs from your clock by more than five minutes. Compute the HMAC-SHA256 of \`<webhook-id>.<webhook-timestamp>.<body>\`; the key is the part of the secret after \`whsec_\`, decoded from base64. \`webhook-signature\` has one or more signatures, separated by spaces: accept the request if one is \`v1,\` and the base64 of the result, compared in constant time. With \`signing: "ed25519"\`, verify one that begins with \`v1a,\` with the public key instead. The libraries of [Standard Webhooks](https://www.standardwebhooks.com) do this.
2. Answer with any status from 200 to 299 within 15 seconds, unless the operator has set another time. Store the webhook first, and do the work afterwards.
3. Remember each \`webhook-id\` that you have handled. A webhook can arrive twice, and, unless the subscription has \`ordering: "document"\`, after later ones.

After any other answer the service tries again: by default 11 attempts, the second after 5 seconds and the last after about 78 hours. \`Retry-After\` with 429 or 503 lengthens a delay.`,
  Deliveries: `The log of sent webhooks, with each attempt and its answer. \`GET /partner/delivery?status=failed\` lists the failed ones, and \`GET …/{id}\` shows the body and the answers.

Once your server is repaired: \`POST …/{id}/retry\` sends one again, and \`POST /partner/delivery/retry\` all that match a filter; \`GET …/count\` counts them first. [The console](/console#/deliveries) shows the same list live.`,
  Events: `What happened to your documents, whether or not a subscription matched. \`GET /partner/event?typeId=…\` finds the events of a document, and \`GET …/{id}/explanation\` explains for each subscription why it fired or not, as [the console](/console#/events) does.`,
  Stream: `Changes of deliveries, events and emails as they happen, as server-sent events: \`GET /partner/stream?of=delivery,event,email\`. After an interruption, send the last id as \`Last-Event-ID\` to continue; ids are valid for five minutes. A message \`reset\` says that something was left out: read the lists again. \`EventSource\` cannot send the API key, so use \`fetch\` in a browser.`,
  Statistics: `Attempts, failures, durations and emails by the hour or day, for charts and alerts. \`GET /partner/statistics?step=1h&since=…\` counts all of them, \`GET /partner/webhookSubscription/{id}/statistics\` those of one subscription.`,
  'Email templates': `Send emails to recipients in your own design, in MJML or HTML with handlebars.

1. \`GET /partner/emailKind\` lists the kinds of email with their variables and sample data, and the helpers for comparing and formatting values.
2. \`POST /partner/emailTemplate/validate\` checks a template without storing it. It returns errors with line and column, or the email with sample data.
3. \`POST /partner/emailTemplate\` stores it, and \`PUT /partner/emailTemplateAssignment/{kind}\` assigns it to emails, by language and company.
4. Change it as a draft (\`PUT …/{id}/draft\`), send the draft to a contact (\`POST …/{id}/test\`), and publish it (\`POST …/{id}/draft/publish\`). You can restore earlier versions.

The most specific assignment wins: company and language, company, language, then the one for all emails. If a template fails for an email, the default template is used and the log says why. [The studio](/console#/templates) is an editor with completion, fixes and a live preview.`,
  'Email snippets': `Texts that several templates share, such as a footer: \`POST /partner/emailSnippet\`, then \`{{> name}}\` in a template. A change that would break a template is refused with its lines. \`GET …/{id}/usage\` lists what includes a snippet. \`{{> button label="Go"}}\` gives it a value, and \`{{#> page}}…{{/page}}\` a content that it shows with \`{{> @partial-block}}\`. [The console](/console#/snippets) edits snippets with a preview.`,
  Emails: `The log of sent emails, with attempts, bounces and the template used. \`GET /partner/email?to=…\` finds those of a recipient, \`GET …/{id}/html\` returns the email itself, and \`POST …/{id}/resend\` sends it again, also to a corrected address. [The console](/console#/sent) shows the same list live.`,
  Contacts: `The people on your side who are notified when a subscription fails or is deleted, a template fails or an email bounces, and who can receive test emails. \`POST /partner/contact\` sends them a link to confirm their address; \`notices\` chooses what they receive.`,
  Companies: `The companies whose documents your templates and subscriptions are about. The operator of the service attaches them.`,
  'API keys': `Credentials for your programs. People create and revoke them in a session of [the console](/console#/settings/access), which a link from the operator opens. An API key can only list them, so a stolen one cannot create another. \`lastUsedAt\` shows whether a key is still needed.`,
  Console: `What the credential may do, and signing out. Open [the console](/console) with a link from the document service, or with an API key.`,
};

/** For the document service and operators. */
export const SERVICE_GUIDES: Readonly<Record<string, string>> = {
  Events: `The document service reports what happens: \`POST /internal/event\` with one event or an array of up to ${MAX_EVENTS}, each with the whole document and the emails to send for it. An answer of 202 means that the events are stored. Repeat the call after a 5xx or no answer; with an \`id\` of your own, a repetition within seven days changes nothing. If one event is invalid, none is stored.`,
  Partners: `The owners of templates and subscriptions: \`POST /internal/partner\`, then attach companies and create an API key. \`livery partner\` does the same on the command line.`,
  Companies: `The companies of a partner, by their ids in the document service. A company may belong to several partners.`,
  'API keys': `Credentials of partners for \`/partner/**\`, with the scopes \`read\` and \`write\`. A key is shown once. For people, prefer [a portal link](#operations-tag-Console), which expires.`,
  'JWT settings': `Lets a partner call with tokens of its own identity provider in place of API keys: issuer, audience, and a key set or public key. Tokens are signed with an asymmetric algorithm, and sent as \`Authorization: Bearer …\` or \`JWT …\`.`,
  Console: `\`POST /internal/partner/{id}/portalLink\` returns a link into the console that works once, within minutes. Put it behind a button in your own product. The setting CONSOLE_FRAME_ORIGINS lets your pages show the console in a frame.`,
  Contacts: `The contacts of a partner, for operators who manage them on its behalf.`,
  Senders: `The address that a partner's emails come from, with the DKIM key that signs them. The partner publishes the DNS records that \`livery doctor\` prints; it looks up SPF, DKIM and DMARC.`,
  Bounces: `\`POST /internal/bounce\` takes a raw report of a mail server, if you do not hand reports over with LMTP (BOUNCE_LMTP). An address that does not exist gets no more emails of the company, and a complaint counts as unsubscribing.`,
  Suppressions: `Recipients who get no more emails of a company, because they unsubscribed or complained, or because their address does not exist. Delete a suppression to send them emails again.`,
  Documents: `Erases what is stored about a document, when the people in it request it: events, deliveries and emails of all partners. Stop reporting the document first, because a later event is stored again. Backups have to expire by themselves.`,
  Health: `For load balancers and supervisors: \`/health/live\` shows that the process runs, \`/health/ready\` that it can take requests; if not, the answer names the parts that are missing and the log says why.`,
};
