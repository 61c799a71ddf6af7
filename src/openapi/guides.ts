import { MAX_EVENTS } from '../event/domain/event-check.js';

/** The purpose of the routes of a tag and the usual calls, by tag; in the order in which a reader needs them. */
export const PARTNER_GUIDES: Readonly<Record<string, string>> = {
  'Webhook subscriptions': `Receive a POST on your server when something happens to a document.

1. \`POST /partner/webhookSubscription\` with \`type\`, \`url\`, \`includePaths\` and, to choose documents, \`conditions\`. Try these first with \`POST …/preview\`: it shows what a document would send, and which of your last events would have matched.
2. \`GET …/{id}/secret\` returns the secret that signs the requests, as in [Standard Webhooks](https://www.standardwebhooks.com). Verify the signature before you trust a body.
3. \`POST …/{id}/test\` sends a sample, and \`GET /partner/delivery/{id}\` shows how your server answered.

\`health\` shows trouble early. After about 78 hours of failures the subscription is deleted. Restore it with PATCH, and receive what it missed with \`POST …/{id}/recover\`. More: docs/delivery.md, and [the console](/console#/subscriptions), which has receivers in five languages.`,
  Webhooks: `What your server receives: one signed POST for each event. Answer with any status from 200 to 299 within the deadline; after any other answer, the service tries again. More: docs/delivery.md.`,
  Deliveries: `The log of sent webhooks, with each attempt and its answer. \`GET /partner/delivery?status=failed\` lists the failed ones, and \`GET …/{id}\` shows the body and the answers.

Once your server is repaired: \`POST …/{id}/retry\` sends one again, and \`POST /partner/delivery/retry\` all that match a filter; \`GET …/count\` counts them first. More: docs/delivery.md, [the console](/console#/deliveries).`,
  Events: `What happened to your documents, whether or not a subscription matched. \`GET /partner/event?typeId=…\` finds the events of a document, and \`GET …/{id}/explanation\` explains for each subscription why it fired or not. More: docs/delivery.md, [the console](/console#/events).`,
  Stream: `Changes of deliveries, events and emails as they happen, as server-sent events: \`GET /partner/stream?of=delivery,event,email\`. After an interruption, send the last id as \`Last-Event-ID\` to continue. More: docs/delivery.md.`,
  Statistics: `Attempts, failures, durations and emails by the hour or day, for charts and alerts. \`GET /partner/statistics?step=1h&since=…\` counts all of them, \`GET /partner/webhookSubscription/{id}/statistics\` those of one subscription.`,
  'Email templates': `Send emails to recipients in your own design, in MJML or HTML with handlebars.

1. \`GET /partner/emailKind\` lists the kinds of email with their variables and sample data.
2. \`POST /partner/emailTemplate/validate\` checks a template without storing it. It returns errors with line and column, or the email with sample data.
3. \`POST /partner/emailTemplate\` stores it, and \`PUT /partner/emailTemplateAssignment/{kind}\` assigns it to emails, by language and company.
4. Change it as a draft (\`PUT …/{id}/draft\`), send the draft to a contact (\`POST …/{id}/test\`), and publish it (\`POST …/{id}/draft/publish\`). You can restore earlier versions.

If a template fails for an email, the default template is used and the log says why. More: docs/templates.md, and [the studio](/console#/templates), an editor with completion, fixes and a live preview.`,
  'Email snippets': `Texts that several templates share, such as a footer: \`POST /partner/emailSnippet\`, then \`{{> name}}\` in a template. A change that would break a template is refused with its lines. \`GET …/{id}/usage\` lists what includes a snippet. More: docs/templates.md, [the console](/console#/snippets).`,
  Emails: `The log of sent emails, with attempts, bounces and the template used. \`GET /partner/email?to=…\` finds those of a recipient, \`GET …/{id}/html\` returns the email itself, and \`POST …/{id}/resend\` sends it again, also to a corrected address. More: docs/email.md, [the console](/console#/sent).`,
  Contacts: `The people on your side who are notified when a subscription fails or is deleted, a template fails or an email bounces, and who can receive test emails. \`POST /partner/contact\` sends them a link to confirm their address; \`notices\` chooses what they receive.`,
  Companies: `The companies whose documents your templates and subscriptions are about. The operator of the service attaches them.`,
  'API keys': `Credentials for your programs. People create and revoke them in a session of [the console](/console#/settings/access), which a link from the operator opens. An API key can only list them, so a stolen one cannot create another. \`lastUsedAt\` shows whether a key is still needed.`,
  Console: `What the credential may do, and signing out. Open [the console](/console) with a link from the document service, or with an API key.`,
};

/** For the document service and operators. */
export const SERVICE_GUIDES: Readonly<Record<string, string>> = {
  Events: `The document service reports what happens: \`POST /internal/event\` with one event or an array of up to ${MAX_EVENTS}, each with the whole document and the emails to send for it. An answer of 202 means that the events are stored. Repeat the call after a 5xx or no answer; with an \`id\` of your own, a repetition changes nothing. More: docs/specification.md.`,
  Partners: `The owners of templates and subscriptions: \`POST /internal/partner\`, then attach companies and create an API key. \`livery partner\` does the same on the command line.`,
  Companies: `The companies of a partner, by their ids in the document service. A company may belong to several partners.`,
  'API keys': `Credentials of partners for \`/partner/**\`, with the scopes \`read\` and \`write\`. A key is shown once. For people, prefer [a portal link](#/Console), which expires.`,
  'JWT settings': `Lets a partner call with tokens of its own identity provider in place of API keys: issuer, audience and key set. More: docs/specification.md.`,
  Console: `\`POST /internal/partner/{id}/portalLink\` returns a link into the console that works once, within minutes. Put it behind a button in your own product. More: docs/embedding.md.`,
  Contacts: `The contacts of a partner, for operators who manage them on its behalf.`,
  Senders: `The address that a partner's emails come from, with the DKIM key that signs them. \`livery doctor\` looks up SPF, DKIM and DMARC. More: docs/email.md.`,
  Bounces: `\`POST /internal/bounce\` takes a raw report of a mail server, if you do not hand reports over with LMTP. More: docs/email.md.`,
  Suppressions: `Recipients who get no more emails of a company, because they unsubscribed or their address does not exist. Delete a suppression to send them emails again. More: docs/email.md.`,
  Documents: `Erases what is stored about a document, when the people in it request it. More: docs/operating.md.`,
  Health: `For load balancers and supervisors: \`/health/live\` shows that the process runs, \`/health/ready\` that it can take requests. More: docs/operating.md.`,
};
