/** Sentences about elements, tags and attributes of MJML and HTML. */
export const elementsSv: readonly (readonly [english: string, swedish: string])[] = [
  // The template as a whole
  ['This is MJML: set type to mjml.', 'Det här är MJML: sätt type till mjml.'],
  ['This is HTML: set type to html.', 'Det här är HTML: sätt type till html.'],
  [
    'An MJML template is one <mjml> element: write <mjml> at its beginning and </mjml> at its end.',
    'En MJML-mall är ett enda <mjml>-element: skriv <mjml> i början och </mjml> i slutet.',
  ],
  [
    'There is no <mj-body> in <mjml>: write one around the sections.',
    'Det finns ingen <mj-body> i <mjml>: skriv en runt sektionerna.',
  ],
  [
    'This second $1 would not be sent: move its content into the $2 in line $3.',
    'Den här andra $1 skulle inte skickas: flytta innehållet till $2 på rad $3.',
  ],
  [
    'mj-include is not available: make the file a snippet, and include it with {{> name}}.',
    'mj-include finns inte: gör filen till ett textblock och infoga det med {{> name}}.',
  ],
  ['$a outside <mjml> would not be sent.', '$a utanför <mjml> skulle inte skickas.'],
  ['$a directly in $1 would not be sent.', '$a direkt i $1 skulle inte skickas.'],
  ['Put it into an mj-text.', 'Sätt det i en mj-text.'],
  // Elements that MJML does not have
  [
    '$1 is not an MJML element and would not be sent.',
    '$1 är inte ett MJML-element och skulle inte skickas.',
  ],
  ['HTML belongs in an mj-text, mj-table or mj-raw.', 'HTML hör hemma i en mj-text, mj-table eller mj-raw.'],
  ['A title belongs in an mj-title.', 'En titel hör hemma i en mj-title.'],
  ['Styles belong in an mj-style.', 'Stilar hör hemma i en mj-style.'],
  [
    'An image is an mj-image, or belongs in an mj-text.',
    'En bild är en mj-image, eller hör hemma i en mj-text.',
  ],
  [
    'A line is an mj-divider, or belongs in an mj-text.',
    'En linje är en mj-divider, eller hör hemma i en mj-text.',
  ],
  ['The head of MJML is mj-head.', 'I MJML heter den mj-head.'],
  ['The body of MJML is mj-body.', 'I MJML heter den mj-body.'],
  ['There is no MJML element $1.', 'Det finns inget MJML-element $1.'],
  [
    'Since MJML 4 its content belongs in mj-body, and so do its attributes.',
    'Sedan MJML 4 hör dess innehåll och attribut hemma i mj-body.',
  ],
  ['Since MJML 4 it is called $1.', 'Sedan MJML 4 heter det $1.'],
  ['Since MJML 2 it is called $1.', 'Sedan MJML 2 heter det $1.'],
  ['Since MJML 4 a list is a <ul> in an mj-text.', 'Sedan MJML 4 är en lista en <ul> i en mj-text.'],
  ['Since MJML 4 an invoice is an mj-table.', 'Sedan MJML 4 är en faktura en mj-table.'],
  ['Since MJML 4 it is a <tr> in an mj-table.', 'Sedan MJML 4 är det en <tr> i en mj-table.'],
  ['Since MJML 4 a place is a link in an mj-text.', 'Sedan MJML 4 är en plats en länk i en mj-text.'],
  ['Use an mj-image of the chart.', 'Använd en mj-image med diagrammet.'],
  // Elements in the wrong place
  [
    '$1 belongs in a <tr>: write <tr> before it and </tr> after the last cell of the row.',
    '$1 hör hemma i en <tr>: skriv <tr> före och </tr> efter radens sista cell.',
  ],
  ['$1 belongs in $x, not in $2.', '$1 hör hemma i $x, inte i $2.'],
  [
    '$1 comes after </mjml> and would not be sent: move it into the mj-body.',
    '$1 kommer efter </mjml> och skulle inte skickas: flytta in det i mj-body.',
  ],
  [
    '$1 cannot be in $2, which holds text and HTML: close $3 before it.',
    '$1 kan inte vara i $2, som innehåller text och HTML: stäng $3 före.',
  ],
  [
    '$1 cannot be directly in $2: mail programs move it out of the table.',
    '$1 kan inte vara direkt i $2: mejlprogram flyttar ut det ur tabellen.',
  ],
  ['Put it into a <td>.', 'Sätt det i en <td>.'],
  [
    '$1 is outside any <table>, so mail programs ignore the tag: write $2 before it and $3 after its end.',
    '$1 är inte i någon <table>, så mejlprogram bortser från taggen: skriv $2 före och $3 efter slutet.',
  ],
  // Start and end tags
  [
    'This comment is never closed, so all that follows is hidden: write --> where it ends.',
    'Kommentaren stängs aldrig, så allt efter den är dolt: skriv --> där den slutar.',
  ],
  [
    'The value of $1 is never closed: write $2 where it ends.',
    'Värdet på $1 stängs aldrig: skriv $2 där det slutar.',
  ],
  [
    'A quote is missing before the value of $1: write $2 there.',
    'Ett citattecken saknas före värdet på $1: skriv $2 där.',
  ],
  [
    `HTML knows only straight quotes, " and ': write $1.`,
    `HTML förstår bara raka citattecken, " och ': skriv $1.`,
  ],
  ['The tag $1 has no end: write > before $2.', 'Taggen $1 har inget slut: skriv > före $2.'],
  [
    '</br> makes a line break of its own: write <br> once, where the line ends.',
    '</br> ger en egen radbrytning: skriv <br> en gång, där raden slutar.',
  ],
  [
    '$1 closes nothing: remove it, or write $2 where the element begins.',
    '$1 stänger ingenting: ta bort den, eller skriv $2 där elementet börjar.',
  ],
  [
    'This </a> closes nothing, because a link cannot be in a link: write </a> before the $1 in line $2.',
    'Den här </a> stänger ingenting, eftersom en länk inte kan vara i en länk: skriv </a> före $1 på rad $2.',
  ],
  [
    'This $1 closes nothing: the $2 in line $3 ends before $4 in line $5, which it cannot hold.',
    'Den här $1 stänger ingenting: $2 på rad $3 slutar före $4 på rad $5, som den inte kan innehålla.',
  ],
  ['Write $1 before it, or a <div> in place of the <p>.', 'Skriv $1 före, eller en <div> i stället för <p>.'],
  ['Write $1 before it.', 'Skriv $1 före.'],
  [
    '$1 closes nothing if the block with $2 in line $3 is left out: write both tags in the block, or both outside.',
    '$1 stänger ingenting om blocket med $2 på rad $3 utelämnas: skriv båda taggarna i blocket, eller båda utanför.',
  ],
  [
    '$1 is not closed if the block with $2 in line $3 is left out: write both tags in the block, or both outside.',
    '$1 stängs inte om blocket med $2 på rad $3 utelämnas: skriv båda taggarna i blocket, eller båda utanför.',
  ],
  [
    '$1 comes before the end of $2 in line $3: write $4 before it, not in line $5.',
    '$1 kommer före slutet på $2 på rad $3: skriv $4 före, inte på rad $5.',
  ],
  [
    '$1 comes before the end of $2 in line $3: write $4 before $5.',
    '$1 kommer före slutet på $2 på rad $3: skriv $4 före $5.',
  ],
  [
    '$1 is never closed, because the slash means nothing in HTML: write $2.',
    '$1 stängs aldrig, eftersom snedstrecket inte betyder något i HTML: skriv $2.',
  ],
  ['$1 is never closed: write /> at the end of the tag.', '$1 stängs aldrig: skriv /> i slutet av taggen.'],
  [
    '$1 is never closed: write $2 where it ends, before $3 in line $4.',
    '$1 stängs aldrig: skriv $2 där det slutar, före $3 på rad $4.',
  ],
  // Attributes
  [
    '$1 has no attribute $2, so it has no effect: remove it or correct its name.',
    '$1 har inget attribut $2, så det har ingen effekt: ta bort det eller rätta namnet.',
  ],
  [
    '$1 has no attribute $2, so it has no effect: remove it.',
    '$1 har inget attribut $2, så det har ingen effekt: ta bort det.',
  ],
  [
    '$1 has no attribute $2, so it has no effect: write $x.',
    '$1 har inget attribut $2, så det har ingen effekt: skriv $x.',
  ],
  ['$1 has no attribute $2, so it has no effect.', '$1 har inget attribut $2, så det har ingen effekt.'],
  ['$1 of $2 must be $a: write $3.', '$1 för $2 måste vara $a: skriv $3.'],
  ['$1 of $2 must be $a.', '$1 för $2 måste vara $a.'],
  ['There is no mj-class $1.', 'Det finns ingen mj-class $1.'],
  ['There are $1 mj-classes that are not defined: $x.', '$1 mj-class är inte definierade: $x.'],
  ['Define it in the head: $1.', 'Definiera den i mj-head: $1.'],
  // Limits
  ['There may be at most $1 MJML elements.', 'Det får finnas högst $1 MJML-element.'],
  ['MJML elements may be nested at most $1 deep.', 'MJML-element får vara nästlade i högst $1 nivåer.'],
  ['There may be at most $1 carousel images.', 'Det får finnas högst $1 bilder i karuseller.'],
  ['There may be at most $1 mj-selector elements.', 'Det får finnas högst $1 mj-selector.'],
  ['A selector may have at most $1 characters.', 'En selektor får ha högst $1 tecken.'],
  ['There may be at most $1 font-family declarations.', 'Det får finnas högst $1 font-family.'],
];
