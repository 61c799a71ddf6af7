/**
 * The sentences of the API document that the console shows, in Swedish. They are found by their English text, so a
 * changed sentence needs a new line here: test/console/service-texts.e2e-spec.ts finds what is missing.
 */
export const serviceTextsSv: ReadonlyMap<string, string> = new Map([
  // Events
  ['A document was created.', 'Ett dokument skapades.'],
  ['A document was sent.', 'Ett dokument skickades.'],
  ['A document was viewed.', 'Ett dokument visades.'],
  ['A client answered a document.', 'En kund svarade på ett dokument.'],
  ['Document status changed to accepted.', 'Ett dokument accepterades.'],
  ['The PDF of an accepted document is ready.', 'PDF:en av ett accepterat dokument är klar.'],
  ['A document was denied.', 'Ett dokument avböjdes.'],
  ['A document expired.', 'Ett dokument gick ut.'],
  ['A document was voided.', 'Ett dokument makulerades.'],
  ['A new company expense was created.', 'Ett nytt företagsutlägg skapades.'],
  [
    'A delivery of a webhook subscription and its first retry have failed.',
    'En leverans till en prenumeration och det första nya försöket misslyckades.',
  ],
  [
    'A delivery has used up half of its retries. After the last one, the webhook subscription is deleted.',
    'En leverans har gjort hälften av sina försök. Efter det sista tas prenumerationen bort.',
  ],
  [
    'A webhook subscription was deleted because a delivery used up all its retries.',
    'En prenumeration togs bort eftersom en leverans hade gjort alla sina försök.',
  ],
  [
    'An email template failed when an email was sent, and the default template was used.',
    'En mall gick inte att använda när ett mejl skickades, så standardmallen användes.',
  ],
  [
    'An email bounced: a receiver refused it for good.',
    'Ett mejl studsade: en mottagande server avvisade det för gott.',
  ],
  // The body of a delivery
  [
    'Serialised once: every attempt sends the same bytes.',
    'Skrivs en gång: varje försök skickar samma byte.',
  ],
  ['The event type.', 'Händelsens typ.'],
  [
    'Id of the document or expense, or of your subscription, template or email, that the event is about.',
    'Id för det som händelsen gäller: ett dokument eller utlägg, eller en prenumeration, en mall eller ett mejl hos dig.',
  ],
  ['Always `webhookSubscription`.', 'Alltid `webhookSubscription`.'],
  ['Id of the subscription.', 'Prenumerationens id.'],
  ['Id of the company whose action triggered the event.', 'Id för det företag som orsakade händelsen.'],
  ['Time of the event.', 'När händelsen inträffade.'],
  ['The members that `includePaths` select.', 'De delar som `includePaths` väljer.'],
  // Authentication
  ['user name and password (HTTP Basic)', 'användarnamn och lösenord (HTTP Basic)'],
  ['User name', 'Användarnamn'],
  ['may be empty; without a colon or control character', 'får vara tomt; utan kolon och styrtecken'],
  ['Password', 'Lösenord'],
  ['may be empty', 'får vara tomt'],
  ['bearer token (RFC 6750)', 'bearer-token (RFC 6750)'],
  ['Token', 'Token'],
  ['letters, digits and -._~+/, and = at the end', 'bokstäver, siffror och -._~+/, samt = i slutet'],
  ['a secret in a header of your choice', 'en hemlighet i en header som du väljer'],
  ['Header', 'Header'],
  ['a header that neither the service nor HTTP sets', 'en header som varken tjänsten eller HTTP sätter'],
  ['Value', 'Värde'],
  [
    'visible ASCII characters, with spaces only between them',
    'synliga ASCII-tecken, med mellanslag bara mellan dem',
  ],
  ['OAuth 2.0 client credentials (RFC 6749)', 'OAuth 2.0 client credentials (RFC 6749)'],
  ['Token URL', 'Token-URL'],
  ['https, under the same rules as `url`', 'https, enligt samma regler som `url`'],
  ['Client ID', 'Klient-id'],
  ['as the token server knows the service', 'det som token-servern känner tjänsten under'],
  ['Client secret', 'Klienthemlighet'],
  ['any text', 'valfri text'],
  ['Scope', 'Scope'],
  ['names with spaces between them; optional', 'namn med mellanslag emellan; kan utelämnas'],
  ['an HMAC of the body in a header of your choice', 'en HMAC av innehållet i en header som du väljer'],
  ['Secret', 'Hemlighet'],
  ['the key, as UTF-8 text', 'nyckeln, som text i UTF-8'],
  ['Algorithm', 'Algoritm'],
  ['the hash function', 'hashfunktionen'],
  ['Encoding', 'Kodning'],
  ['how the header spells the digest', 'hur kontrollsumman skrivs i headern'],
  ['a client certificate (mutual TLS)', 'ett klientcertifikat (ömsesidig TLS)'],
  ['Certificate', 'Certifikat'],
  ['PEM, with the intermediate certificates after it', 'PEM, följt av mellanliggande certifikat'],
  ['Private key', 'Privat nyckel'],
  ['PEM, not encrypted, of the certificate', 'certifikatets nyckel i PEM, okrypterad'],
  // Variables of emails
  ['Email subject.', 'Mejlets ämne.'],
  ['The recipient email address.', 'Mottagarens e-postadress.'],
  [
    'Text stating the purpose of the email and how to view the document.',
    'Text om vad mejlet gäller och hur man öppnar dokumentet.',
  ],
  ['Main link to view the document.', 'Huvudlänken till dokumentet.'],
  ['Address of the link, a valid URL.', 'Länkens adress, en giltig URL.'],
  ['Link text.', 'Länkens text.'],
  ['Leading text.', 'Text före länken.'],
  ['The complete JSON object of the document.', 'Hela dokumentet som JSON-objekt.'],
  ['What the document is about.', 'Vad dokumentet gäller.'],
  ['The document name, if specified.', 'Dokumentets namn, om det har något.'],
  ['First name of the client, if specified.', 'Kundens förnamn, om det är angivet.'],
  ['The client object.', 'Kunden, som objekt.'],
  ['Name of the client.', 'Kundens namn.'],
  [
    'Email address of the client: that of the recipient, unless another one was given.',
    'Kundens e-postadress: mottagarens, om ingen annan har angetts.',
  ],
  ['The sender company object.', 'Det avsändande företaget, som objekt.'],
  ['Name of the sender company, if specified.', 'Det avsändande företagets namn, om det är angivet.'],
  ['URL to the sender logo, if any.', 'URL till avsändarens logotyp, om det finns någon.'],
  [
    'URL to unsubscribe from further emails from the sender company.',
    'URL för att avregistrera sig från fler mejl från det avsändande företaget.',
  ],
  ['The brand identifier used in the template.', 'Det varumärke som mallen använder.'],
  ['Template language, ISO 639: `sv` or `en`.', 'Mallens språk enligt ISO 639: `sv` eller `en`.'],
  ['The current year (four digits).', 'Innevarande år (fyra siffror).'],
  [
    'The kind of template used. A template for several kinds asks for it with `{{#if (eq templateType "document")}}`.',
    'Typen av mejl. En mall för flera typer frågar efter den med `{{#if (eq templateType "document")}}`.',
  ],
  ['Title text of the email.', 'Mejlets rubrik.'],
  ['Text about the confirmation.', 'Text om bekräftelsen.'],
  ['Link to view the document.', 'Länk till dokumentet.'],
  ['Link to view the document as a PDF.', 'Länk till dokumentet som PDF.'],
  [
    "Link to view all documents connected to the recipient email on the recipient's personal pages.",
    'Länk till mottagarens egna sidor, med alla dokument som hör till e-postadressen.',
  ],
  ['Text stating that the PDF is attached to the email.', 'Text om att PDF:en är bifogad.'],
  // Helpers of templates
  [
    'Shows the first part, or the second if the value is false, null, missing, 0, empty text or an empty list.',
    'Visar den första delen, eller den andra om värdet är false, null, 0, en tom text, en tom lista eller saknas.',
  ],
  ['The same with its parts swapped.', 'Samma sak med delarna i omvänd ordning.'],
  [
    'Once for each element of a list, with `this` (or `item`) as the element. `@index`, `@first` and `@last` are its position.',
    'En gång för varje element i en lista, med elementet som `this` (eller `item`). `@index`, `@first` och `@last` är dess plats.',
  ],
  [
    'Makes a value `this`. Shows the second part if it is missing.',
    'Gör ett värde till `this`. Visar den andra delen om det saknas.',
  ],
  [
    'A member of an object or list whose name or index is itself a value.',
    'En del av ett objekt eller en lista, vars namn eller index självt är ett värde.',
  ],
  [
    'True if both are of one type and equal. Two missing values are equal.',
    'Sant om båda är av samma typ och lika. Två värden som saknas är lika.',
  ],
  ['True unless `eq` is.', 'Sant när `eq` inte är det.'],
  [
    'True if `a` is greater than `b`: two numbers, or two texts such as dates in ISO 8601. False for anything else.',
    'Sant om `a` är större än `b`: två tal, eller två texter som datum enligt ISO 8601. Annars falskt.',
  ],
  [
    'True if `a` is at least `b`: two numbers, or two texts such as dates in ISO 8601. False for anything else.',
    'Sant om `a` är minst `b`: två tal, eller två texter som datum enligt ISO 8601. Annars falskt.',
  ],
  [
    'True if `a` is less than `b`: two numbers, or two texts such as dates in ISO 8601. False for anything else.',
    'Sant om `a` är mindre än `b`: två tal, eller två texter som datum enligt ISO 8601. Annars falskt.',
  ],
  [
    'True if `a` is at most `b`: two numbers, or two texts such as dates in ISO 8601. False for anything else.',
    'Sant om `a` är högst `b`: två tal, eller två texter som datum enligt ISO 8601. Annars falskt.',
  ],
  [
    'True if `{{#if}}` takes each value for true; 2 to 10 values.',
    'Sant om `{{#if}}` räknar alla värden som sanna; 2 till 10 värden.',
  ],
  [
    'True if `{{#if}}` takes at least one of the values for true; 2 to 10 values.',
    'Sant om `{{#if}}` räknar minst ett av värdena som sant; 2 till 10 värden.',
  ],
  ['True if `{{#if}}` takes the value for false.', 'Sant om `{{#if}}` räknar värdet som falskt.'],
  [
    'The value, or `otherwise` if the value is missing, null or empty text.',
    'Värdet, eller `otherwise` om värdet saknas, är null eller en tom text.',
  ],
  [
    'A date in the language of the email. `date` is ISO 8601 text (UTC if it has a time but no zone) or milliseconds since 1970. The styles are `full`, `long`, `medium` and `short`; without any, the date is long and the time is left out. The time zone is Europe/Stockholm if none is given.',
    'Ett datum på mejlets språk. `date` är text enligt ISO 8601 (UTC om den har en tid men ingen zon) eller millisekunder sedan 1970. Stilarna är `full`, `long`, `medium` och `short`; utan någon är datumet långt och tiden utelämnas. Tidszonen är Europe/Stockholm om ingen anges.',
  ],
  [
    'A number, or text that is one, in the language of the email: with up to three decimals, or exactly as many as `decimals` says (0 to 20). With `style="percent"`, 0.25 is 25 percent.',
    'Ett tal, eller en text som är ett tal, på mejlets språk: med högst tre decimaler, eller exakt så många som `decimals` anger (0 till 20). Med `style="percent"` är 0.25 lika med 25 procent.',
  ],
  [
    'An amount of money in the language of the email. The currency is a code of ISO 4217, given second or as `currency="SEK"`; it decides how many decimals there are, unless `decimals` says so.',
    'Ett belopp på mejlets språk. Valutan är en kod enligt ISO 4217, som andra värde eller som `currency="SEK"`; den avgör antalet decimaler, om inte `decimals` gör det.',
  ],
]);
