/** Sentences about helpers of Handlebars and what they take, and about snippets. */
export const helpersSv: readonly (readonly [english: string, swedish: string])[] = [
  ['There is no helper $1.', 'Det finns ingen funktion $1.'],
  ['There are: $1.', 'De som finns är: $1.'],
  ['To print a variable, write nothing but its name.', 'Skriv bara namnet för att visa en variabel.'],
  [
    '$1 is a variable, so nothing can follow it: write $2.',
    '$1 är en variabel, så inget kan följa efter den: skriv $2.',
  ],
  [
    'Nothing can follow `this` but the name of a member: write {{this.name}}, or {{this}} alone.',
    'Efter `this` kan bara namnet på en medlem följa: skriv {{this.name}}, eller bara {{this}}.',
  ],
  ['$1 needs a block: $2.', '$1 behöver ett block: $2.'],
  [
    '$1 does not open a block, it gives a value: write $2.',
    '$1 inleder inget block utan ger ett värde: skriv $2.',
  ],
  // What they take
  [
    '$1 takes no named values: remove what is given with =.',
    '$1 tar inga namngivna värden: ta bort det som anges med =.',
  ],
  ['$1 takes exactly $2 parameter.', '$1 tar exakt $2 parameter.'],
  ['$1 takes exactly $2 parameters.', '$1 tar exakt $2 parametrar.'],
  ['$1 takes $2 to $3 parameter.', '$1 tar $2 till $3 parameter.'],
  ['$1 takes $2 to $3 parameters.', '$1 tar $2 till $3 parametrar.'],
  ['$1 takes one $a: remove the second one.', '$1 tar en $a: ta bort den andra.'],
  ['$1 needs a $a after its first parameter.', '$1 behöver en $a efter den första parametern.'],
  ['$1 does not take $2=.', '$1 tar inte $2=.'],
  ['It takes $1.', 'Den tar $1.'],
  ['Name it, as in $1.', 'Ange den, som i $1.'],
  ['Put $1 and what it takes in parentheses: $2.', 'Sätt $1 och det som den tar inom parentes: $2.'],
  ['Give the rest by name: $1.', 'Ange resten med namn: $1.'],
  // Literals
  ['$1 is not a date: write one such as $2 or $3.', '$1 är inte ett datum: skriv till exempel $2 eller $3.'],
  ['$1 is not a number: write one such as $2.', '$1 är inte ett tal: skriv till exempel $2.'],
  [
    '$1 is not a number of decimals: write an integer from 0 to $2.',
    '$1 är inte ett antal decimaler: skriv ett heltal från 0 till $2.',
  ],
  ['$1 is not a time zone.', '$1 är inte en tidszon.'],
  ['$1 is not a currency.', '$1 är inte en valuta.'],
  ['$1 is not one of $2.', '$1 är inte något av $2.'],
  ['Write one such as $1.', 'Skriv till exempel $1.'],
  // Instead of other languages' syntax
  [
    'To compare, write the two values without =, as in $1.',
    'Skriv de två värdena utan = för att jämföra, som i $1.',
  ],
  [
    'To compare, write $1, or ne, gt, gte, lt or lte in place of eq.',
    'Jämför med $1, eller med ne, gt, gte, lt eller lte i stället för eq.',
  ],
  ['To compare, write $1.', 'Skriv $1 för att jämföra.'],
  ['To compare values, write $1.', 'Skriv $1 för att jämföra värden.'],
  ['To compare numbers, write $1.', 'Skriv $1 för att jämföra tal.'],
  ['To ask whether values differ, write $1.', 'Skriv $1 för att fråga om värdena skiljer sig åt.'],
  ['To ask whether both are there, write $1.', 'Skriv $1 för att fråga om båda finns.'],
  ['To ask whether one of them is there, write $1.', 'Skriv $1 för att fråga om något av dem finns.'],
  ['To ask whether there is no value, write $1.', 'Skriv $1 för att fråga om värdet saknas.'],
  ['For when there is no value, write $1.', 'Skriv $1 om värdet kan saknas.'],
  ['To choose between two texts, write $1.', 'Skriv $1 för att välja mellan två texter.'],
  ['To write in the language of the email, write $1.', 'Skriv $1 för att skriva på mejlets språk.'],
  ['Write $1, or gte for at least.', 'Skriv $1, eller gte för minst.'],
  ['Write $1, or lte for at most.', 'Skriv $1, eller lte för högst.'],
  [
    'Change the case of letters by CSS: text-transform: uppercase, lowercase or capitalize.',
    'Välj stora eller små bokstäver med CSS: text-transform: uppercase, lowercase eller capitalize.',
  ],
  ['Write $1, with a dot before the [.', 'Skriv $1, med en punkt före [.'],
  ['Write $1, without the dot before it.', 'Skriv $1, utan punkten före.'],
  ['Write $1 without a blank before the $2.', 'Skriv $1 utan mellanslag före $2.'],
  // Snippets
  ['There is no snippet $1.', 'Det finns inget textblock $1.'],
  ['GET /partner/emailSnippet lists those there are.', 'GET /partner/emailSnippet visar vilka som finns.'],
  ['Write the name of the snippet itself: $1.', 'Skriv själva namnet på textblocket: $1.'],
  ['The snippet $1 would include itself: $2.', 'Textblocket $1 skulle innehålla sig självt: $2.'],
  ['The snippet $1 is $2, and cannot be in $3.', 'Textblocket $1 är $2 och kan inte ingå i $3.'],
  ['$1 shows a block that it is given: write $2.', '$1 visar ett block som den får: skriv $2.'],
  [
    'Only a snippet is given a block: write {{> @partial-block}} in a snippet.',
    'Bara ett textblock kan få ett block: skriv {{> @partial-block}} i ett textblock.',
  ],
  [
    'A snippet takes one value without a name: give the others a name, as in label="Go".',
    'Ett textblock tar ett värde utan namn: ge de andra namn, som i label="Go".',
  ],
  ['Snippets may be nested at most $1 deep.', 'Textblock får vara nästlade i högst $1 nivåer.'],
  ['Snippets may be included at most $1 times.', 'Textblock får infogas högst $1 gånger.'],
  [
    'Where snippets are included there may be at most $1 expressions.',
    'En text som infogar textblock får ha högst $1 uttryck.',
  ],
  [
    'With its snippets this has more than $1 bytes in UTF-8.',
    'Med sina textblock är det här större än $1 byte i UTF-8.',
  ],
];
