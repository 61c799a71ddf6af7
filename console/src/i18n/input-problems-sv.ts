/**
 * The service's sentences about fields of forms, in Swedish. `$1` is the part that varies. Sentences that are not
 * listed stay in English.
 */
const sentences: readonly (readonly [english: RegExp, swedish: string])[] = [
  [/^Is required\.$/, 'Måste anges.'],
  [/^Is required with authData\.$/, 'Måste anges tillsammans med authData.'],
  [/^Is required with authType (.+)\.$/, 'Måste anges med authType $1.'],
  [
    /^Is required in full with this URL\.$/,
    'Måste anges på nytt, eftersom adressen leder till en annan server.',
  ],
  [/^Is listed already\.$/, 'Finns redan.'],
  [
    /^Must be true for (.+): only the styles of html templates are inlined\.$/,
    'Måste vara true för $1: bara html-mallars stilar infogas.',
  ],
  [/^Must be true or false\.$/, 'Måste vara true eller false.'],
  [/^Must be a string\.$/, 'Måste vara en text.'],
  [/^Must be a number or a string\.$/, 'Måste vara ett tal eller en text.'],
  [/^Must be a whole number\.$/, 'Måste vara ett heltal.'],
  [/^Must be a value\.$/, 'Måste vara ett värde.'],
  [/^Must be an object\.$/, 'Måste vara ett objekt.'],
  [/^Must be a JSON object\.$/, 'Måste vara ett JSON-objekt.'],
  [/^Must be null or an object of paths\.$/, 'Måste vara null eller ett objekt med sökvägar.'],
  [/^Must be an array\.$/, 'Måste vara en lista.'],
  [/^Must be an array of 1 to (.+) values\.$/, 'Måste vara en lista med 1 till $1 värden.'],
  [/^Must be from (.+) to (.+)\.$/, 'Måste vara från $1 till $2.'],
  [/^Must be one of: (.+)\.$/, 'Måste vara något av: $1.'],
  [/^Must be null or one of: (.+)\.$/, 'Måste vara null eller något av: $1.'],
  [
    /^Must have the form that the API document describes\.$/,
    'Måste ha den form som API-dokumentationen beskriver.',
  ],
  [/^Must not be empty\.$/, 'Får inte vara tomt.'],
  [/^Must have at least (.+) characters\.$/, 'Måste ha minst $1 tecken.'],
  [/^Must have at most (.+) characters\.$/, 'Får ha högst $1 tecken.'],
  [/^Must have at most (.+) entries\.$/, 'Får ha högst $1 delar.'],
  [/^Must have at most (.+) conditions\.$/, 'Får ha högst $1 villkor.'],
  [/^Must have at most (.+) paths\.$/, 'Får ha högst $1 sökvägar.'],
  [/^Must have at most (.+) segments\.$/, 'Får ha högst $1 led.'],
  [/^Must have at most (.+) bytes as JSON\.$/, 'Får ha högst $1 byte som JSON.'],
  [/^Must have at most (.+) bytes in UTF-8\.$/, 'Får ha högst $1 byte i UTF-8.'],
  [/^Must be one line without control characters\.$/, 'Måste vara en rad utan styrtecken.'],
  [/^Must be an http or https URL\.$/, 'Måste vara en http- eller https-adress.'],
  [
    /^Must have at most (.+) bytes in all paths together\.$/,
    'Får ha högst $1 byte i alla sökvägar tillsammans.',
  ],
  [
    /^Must be the only path: \* already sends everything\.$/,
    'Måste vara den enda sökvägen: * skickar redan allt.',
  ],
  [
    /^Has an empty segment: .+$/,
    'Har ett tomt led: det får inte stå något tomt före, efter eller mellan punkter.',
  ],
  [
    /^Has a backslash that is not followed by .+$/,
    'Har ett omvänt snedstreck som inte följs av punkt, stjärna eller ett till.',
  ],
  [/^Must be the only operator when it is false\.$/, 'Måste vara den enda operatorn när den är false.'],
  [
    /^Must not be beside operators, which begin with \$\.$/,
    'Får inte stå bredvid operatorer, som börjar med $$.',
  ],
  [/^Must lie in the future\.$/, 'Måste ligga i framtiden.'],
  [/^Must be a time in ISO 8601, such as (.+)\.$/, 'Måste vara en tid enligt ISO 8601, till exempel $1.'],
  [/^Must be one email address, such as (.+)\.$/, 'Måste vara en e-postadress, till exempel $1.'],
  [
    /^Must be the address of a contact that has confirmed it\.$/,
    'Måste vara adressen till en kontakt som har bekräftat den.',
  ],
  [
    /^Must be an address: handlebars is for subject and fromName\.$/,
    'Måste vara en adress: handlebars är till för ämne och avsändarnamn.',
  ],
  [
    /^Must be an absolute https URL, such as (.+)\.$/,
    'Måste vara en fullständig https-adress, till exempel $1.',
  ],
  [/^Must not be longer than (.+) characters\.$/, 'Får inte vara längre än $1 tecken.'],
  [
    /^Must not contain spaces, control characters or backslashes\.$/,
    'Får inte innehålla mellanslag, styrtecken eller omvända snedstreck.',
  ],
  [/^Must not have a fragment\.$/, 'Får inte ha något efter #.'],
  [/^Must not contain a user name or password\.$/, 'Får inte innehålla användarnamn eller lösenord.'],
  [/^Must name a valid host and port\.$/, 'Måste ha en giltig värd och port.'],
  [/^Must name a valid host\.$/, 'Måste ha en giltig värd.'],
  [/^Must name a host with a dot in it\.$/, 'Måste ha en värd med en punkt i.'],
  [/^Must not name a host of an inner network\.$/, 'Får inte leda till en värd i ett internt nät.'],
  [/^Must not use port (.+)\.$/, 'Får inte använda port $1.'],
  [
    /^Must write an IPv4 address as four plain decimal numbers\.$/,
    'Måste skriva en IPv4-adress som fyra decimala tal.',
  ],
  [/^Must write its host in plain letters\.$/, 'Måste skriva värden med vanliga bokstäver.'],
  [/^Must not lead to .+\.$/, 'Får inte leda till en intern eller reserverad adress.'],
  [/^Must not contain a colon or a control character\.$/, 'Får inte innehålla kolon eller styrtecken.'],
  [
    /^Must be letters, digits and (.+), and = at the end\.$/,
    'Måste vara bokstäver, siffror och $1, samt = i slutet.',
  ],
  [/^Must be names with single spaces between them\.$/, 'Måste vara namn med ett mellanslag emellan.'],
  [
    /^Must be visible ASCII characters, with spaces only between them\.$/,
    'Måste vara synliga ASCII-tecken, med mellanslag bara mellan dem.',
  ],
  [/^Must not be Cookie: requests have no cookies\.$/, 'Får inte vara Cookie: anropen har inga kakor.'],
  [
    /^Must not be (.+), which the service or HTTP sets\.$/,
    'Får inte vara $1, som tjänsten eller HTTP sätter.',
  ],
  [/^Must be an X\.509 certificate in PEM\.$/, 'Måste vara ett X.509-certifikat i PEM.'],
  [/^Must be a private key in PEM that is not encrypted\.$/, 'Måste vara en okrypterad privat nyckel i PEM.'],
  [/^Is not the key of this certificate\.$/, 'Är inte nyckeln till det här certifikatet.'],
];

/** The sentence in Swedish, or as it is. */
export function inputProblemSv(sentence: string): string {
  const [english, swedish] = sentences.find(([pattern]) => pattern.test(sentence)) ?? [];
  return english === undefined || swedish === undefined ? sentence : sentence.replace(english, swedish);
}
