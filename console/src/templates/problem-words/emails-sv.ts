/** Sentences about variables, addresses, images and mail programs, and about the email as a whole. */
export const emailsSv: readonly (readonly [english: string, swedish: string])[] = [
  // Variables
  ['There is no variable $1 in emails of the kind $2.', 'Det finns ingen variabel $1 i mejl av typen $2.'],
  ['There is no variable $1 in any email.', 'Det finns ingen variabel $1 i något mejl.'],
  [
    'There are $1 variables that are not in emails of the kind $2: $x.',
    '$1 variabler finns inte i mejl av typen $2: $x.',
  ],
  ['There are $1 variables that are not in any email: $x.', '$1 variabler finns inte i något mejl: $x.'],
  ['GET /partner/emailKind lists what there is.', 'GET /partner/emailKind visar vad som finns.'],
  [
    '$1 is sent as it is: write $2 with two braces on each side.',
    '$1 skickas som det står: skriv $2 med två klammerparenteser på varje sida.',
  ],
  [
    '$1 is printed as HTML here, so whoever fills it in can change the email.',
    '$1 skrivs ut som HTML här, så den som fyller i värdet kan ändra mejlet.',
  ],
  [
    'Write $1 with two braces on each side, unless it holds HTML of your own.',
    'Skriv $1 med två klammerparenteser på varje sida, såvida det inte är din egen HTML.',
  ],
  [
    '$1 variables are printed as HTML, so whoever fills them in can change the email: $x.',
    '$1 variabler skrivs ut som HTML, så den som fyller i värdena kan ändra mejlet: $x.',
  ],
  [
    'Write them with two braces on each side, unless they hold HTML of your own.',
    'Skriv dem med två klammerparenteser på varje sida, såvida de inte är din egen HTML.',
  ],
  [
    '$a is sent as it is written, because the template has no parser: set parser: "$1".',
    '$a skickas som det står, eftersom mallen inte har någon parser: sätt parser: "$1".',
  ],
  [
    'Recipients would read $1: it is $x, and sent as it is.',
    'Mottagarna skulle se $1: det är $x, och skickas som det står.',
  ],
  ['Write $1 or another block.', 'Skriv $1 eller ett annat block.'],
  ['Write a variable such as $1, or a block.', 'Skriv en variabel som $1, eller ett block.'],
  ['Write a variable such as $1.', 'Skriv en variabel som $1.'],
  // Links and images
  [
    'Nothing leads the recipient to the document: use $x as the address of a button or a link.',
    'Inget leder mottagaren till dokumentet: använd $x som adress för en knapp eller en länk.',
  ],
  [
    'The recipient cannot unsubscribe: add a link to {{unsubscribeUrl}}.',
    'Mottagaren kan inte avregistrera sig: lägg till en länk till {{unsubscribeUrl}}.',
  ],
  [
    'This $1 has no src, so it shows nothing: add src="https://…" with the address of the image.',
    'Den här $1 har ingen src, så den visar ingenting: lägg till src="https://…" med bildens adress.',
  ],
  [
    'This $1 has no href, so nothing happens when it is clicked: add href="https://…" with the address that it opens.',
    'Den här $1 har ingen href, så inget händer när man klickar på den: lägg till href="https://…" med adressen som den öppnar.',
  ],
  [
    'This $1 has no text for people who cannot see it: add alt="…" with what it shows, or alt="" if it only decorates.',
    'Den här $1 har ingen text för den som inte ser den: lägg till alt="…" med vad den visar, eller alt="" om den bara är dekoration.',
  ],
  [
    '$1 images have no text for people who cannot see them: add alt="…" with what each shows, or alt="" if it only decorates.',
    '$1 bilder har ingen text för den som inte ser dem: lägg till alt="…" med vad var och en visar, eller alt="" om den bara är dekoration.',
  ],
  [
    'This address begins with http:, which mail programs warn of or block: use https:.',
    'Adressen börjar med http:, som mejlprogram varnar för eller blockerar: använd https:.',
  ],
  [
    '$1 addresses begin with http:, which mail programs warn of or block: use https:.',
    '$1 adresser börjar med http:, som mejlprogram varnar för eller blockerar: använd https:.',
  ],
  [
    '"$1" is not a whole address, and an email has no site that it could be on: write it with https:// and the site.',
    '"$1" är ingen fullständig adress, och ett mejl hör inte till någon webbplats: skriv den med https:// och webbplatsen.',
  ],
  ['$1 addresses are like this; the first is here.', '$1 adresser är sådana; den första är här.'],
  [
    '"$1" has no scheme, so mail programs do not find it: write "$2".',
    '"$1" har inget https:// i början, så mejlprogram hittar den inte: skriv "$2".',
  ],
  [
    '"$1" is not an address for an email, so "#" is sent in its place.',
    '"$1" är ingen adress för ett mejl, så "#" skickas i stället.',
  ],
  [
    '"$1" is not an address for an email, so no image is sent.',
    '"$1" är ingen adress för ett mejl, så ingen bild skickas.',
  ],
  ['Begin it with one of $1.', 'Börja den med något av $1.'],
  // Mail programs
  ['$1 does not work in emails.', '$1 fungerar inte i mejl.'],
  ['Mail programs do not run scripts: remove it.', 'Mejlprogram kör inga skript: ta bort det.'],
  [
    'Mail programs do not run scripts: link to a page instead.',
    'Mejlprogram kör inga skript: länka till en sida i stället.',
  ],
  ['Mail programs do not run scripts: remove $1.', 'Mejlprogram kör inga skript: ta bort $1.'],
  [
    'Mail programs do not follow data: addresses: link to a page instead.',
    'Mejlprogram följer inga data:-adresser: länka till en sida i stället.',
  ],
  [
    'Mail programs block forms or warn of them: link to a page that has the form.',
    'Mejlprogram blockerar formulär eller varnar för dem: länka till en sida med formuläret.',
  ],
  [
    'Mail programs do not show other pages in an email: link to the page.',
    'Mejlprogram visar inga andra sidor i ett mejl: länka till sidan.',
  ],
  [
    'Mail programs do not load plug-ins: use an image that links to the content.',
    'Mejlprogram laddar inga insticksprogram: använd en bild som länkar till innehållet.',
  ],
  [
    'AMP is not sent: write HTML, such as <img> for <amp-img>.',
    'AMP skickas inte: skriv HTML, till exempel <img> i stället för <amp-img>.',
  ],
  [
    'Outlook does not see the end of this comment, and hides what follows: end it with <![endif]-->.',
    'Outlook hittar inte slutet på kommentaren och döljer det som följer: avsluta den med <![endif]-->.',
  ],
  [
    '$x does not work in $y: see that the email is readable without it ($1).',
    '$x fungerar inte i $y: se till att mejlet går att läsa utan det ($1).',
  ],
  [
    '$x do not work in $y: see that the email is readable without them ($1).',
    '$x fungerar inte i $y: se till att mejlet går att läsa utan dem ($1).',
  ],
  ['Give the email $a: $1 in the head.', 'Ge mejlet $a: $1 i mj-head.'],
  [
    'The email has $1 KB; Gmail cuts off what is beyond 102 KB.',
    'Mejlet är på $1 KB; Gmail klipper bort det som är över 102 KB.',
  ],
  ['Shorten the text or take out styles and sections.', 'Korta texten eller ta bort stilar och sektioner.'],
  // What becomes of it with its data
  ['With this data the template becomes larger than $1 KiB.', 'Med dessa data blir mallen större än $1 KiB.'],
  ['With this data the template is nested too deep.', 'Med dessa data är mallen för djupt nästlad.'],
  [
    'With this data the template is nested too deep or becomes too large.',
    'Med dessa data är mallen för djupt nästlad eller blir för stor.',
  ],
  [
    'Handlebars cannot render the template with this data.',
    'Handlebars kan inte rendera mallen med dessa data.',
  ],
  ['MJML cannot compile this template.', 'MJML kan inte kompilera mallen.'],
  [
    'MJML cannot compile what the template becomes with this data.',
    'MJML kan inte kompilera det som mallen blir med dessa data.',
  ],
  ['The template could not be rendered.', 'Mallen gick inte att rendera.'],
  ['The template takes too long.', 'Mallen tar för lång tid.'],
  ['The template takes too much memory.', 'Mallen tar för mycket minne.'],
  [
    'The template takes too long or too much memory every time.',
    'Mallen tar varje gång för lång tid eller för mycket minne.',
  ],
  ['It is tried again in a few minutes.', 'Ett nytt försök görs om några minuter.'],
];
