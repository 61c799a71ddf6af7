/** Sentences about expressions and blocks of Handlebars. The first that matches counts. */
export const handlebarsSv: readonly (readonly [english: string, swedish: string])[] = [
  // Blocks
  [
    '$a comes before the end of $b in line $1: write $2 before it, and remove it $c.',
    '$a kommer före slutet på $b på rad $1: skriv $2 före, och ta bort $2 $c.',
  ],
  ['$a cannot close $b in line $1: write $2.', '$a kan inte stänga $b på rad $1: skriv $2.'],
  [
    '$a comes after the {{else}} of $b: move it before the {{else}}.',
    '$a kommer efter {{else}} i $b: flytta det före {{else}}.',
  ],
  [
    '$a has an {{else}} already: remove this one, or give the first a condition, as in {{else if …}}.',
    '$a har redan ett {{else}}: ta bort det här, eller ge det första ett villkor, som i {{else if …}}.',
  ],
  [
    'This else is not in a block: write {{#if …}} before it.',
    'Det här else står inte i något block: skriv {{#if …}} före.',
  ],
  [
    '$a ends a tag in one of its branches and not in the other: write the whole tag in each branch, or put the block inside a quoted value.',
    '$a avslutar en tagg i den ena grenen men inte i den andra: skriv hela taggen i varje gren, eller sätt blocket i ett värde inom citattecken.',
  ],
  [
    '$1 has a value only inside $a, so it is empty here: move it into the loop.',
    '$1 har bara ett värde inuti $a, så här är det tomt: flytta in det i loopen.',
  ],
  // Braces, quotes and parentheses
  [
    'Four braces begin text that is not read, up to $1: write $2 with two.',
    'Fyra klammerparenteser inleder text som inte tolkas, fram till $1: skriv $2 med två.',
  ],
  [
    'Four braces begin text that is not read, and nothing ends it: write two, as in $1.',
    'Fyra klammerparenteser inleder text som inte tolkas, och inget avslutar den: skriv två, som i $1.',
  ],
  [
    'Two braces open this expression, so two have to close it: write $1.',
    'Uttrycket börjar med två klammerparenteser och måste sluta med två: skriv $1.',
  ],
  [
    'Three braces open this expression, so three have to close it: write $1, or $2 to escape the value.',
    'Uttrycket börjar med tre klammerparenteser och måste sluta med tre: skriv $1, eller $2 för att escapa värdet.',
  ],
  [
    'One } too many after $1: in a style sheet, put a blank between, as in $2.',
    'En } för mycket efter $1: skriv ett mellanslag emellan i en stilmall, som i $2.',
  ],
  [
    'An expression cannot contain another one: write $1.',
    'Ett uttryck kan inte innehålla ett annat: skriv $1.',
  ],
  [
    'This expression is never closed: write $1 where it ends, and close the quotes in it.',
    'Uttrycket stängs aldrig: skriv $1 där det slutar, och stäng citattecknen i det.',
  ],
  [
    'This comment is never closed: write $1 where it ends, and close the quotes in it.',
    'Kommentaren stängs aldrig: skriv $1 där den slutar, och stäng citattecknen i den.',
  ],
  [
    'This expression is never closed: write $1 where it ends.',
    'Uttrycket stängs aldrig: skriv $1 där det slutar.',
  ],
  ['This expression is never closed.', 'Uttrycket stängs aldrig.'],
  ['This comment is never closed.', 'Kommentaren stängs aldrig.'],
  [
    `Handlebars knows only straight quotes, " and ': write $1.`,
    `Handlebars förstår bara raka citattecken, " och ': skriv $1.`,
  ],
  [
    'Handlebars does not read $1, which an editor writes for a character: write $2.',
    'Handlebars läser inte $1, som vissa redigerare skriver i stället för ett tecken: skriv $2.',
  ],
  ['No ( is open that it could close.', 'Det finns ingen öppen ( som den kan stänga.'],
  // What cannot be read
  ['"$1" is not expected here.', '"$1" hör inte hemma här.'],
  [
    'This expression is empty: write the name of a variable in it.',
    'Uttrycket är tomt: skriv namnet på en variabel i det.',
  ],
  ['The template ends too early.', 'Mallen slutar för tidigt.'],
  ['Handlebars cannot read this template.', 'Handlebars kan inte läsa mallen.'],
  ['Invalid path: $1.', 'Ogiltig sökväg: $1.'],
  [`$1 doesn't match $2.`, '$1 hör inte ihop med $2.'],
  [
    'There are no filters: write the name of the variable alone, or a helper before it, as in {{formatDate date}}.',
    'Det finns inga filter: skriv bara variabelns namn, eller en funktion före det, som i {{formatDate date}}.',
  ],
  [
    'Helpers take their values without parentheses: write $1.',
    'Funktioner tar sina värden utan parenteser: skriv $1.',
  ],
  [
    'Variables are not called: write $1 without parentheses.',
    'Variabler anropas inte: skriv $1 utan parenteser.',
  ],
  ['Variables have no methods: write $1.', 'Variabler har inga metoder: skriv $1.'],
  [
    'Handlebars has no arithmetic: put the result into the data, or number a list with <ol>.',
    'Handlebars kan inte räkna: lägg resultatet i datan, eller numrera en lista med <ol>.',
  ],
  // What is not available
  [
    'Partials ($1) are not available here: write their text in their place.',
    'Partials ($1) finns inte här: skriv deras text på platsen i stället.',
  ],
  [
    'Decorators and inline partials ({{#* …}}) are not available here: make the text a snippet, and include it with {{> name}}.',
    'Dekoratorer och inline partials ({{#* …}}) finns inte här: gör texten till ett textblock och infoga det med {{> name}}.',
  ],
  [
    'Decorators ({{* …}}) are not available here: remove them.',
    'Dekoratorer ({{* …}}) finns inte här: ta bort dem.',
  ],
  [
    'The helper $1 is not available here: remove it, it shows nothing.',
    'Funktionen $1 finns inte här: ta bort den, den visar ingenting.',
  ],
  // Limits
  ['There may be at most $1 expressions.', 'Det får finnas högst $1 uttryck.'],
  ['Blocks may be nested at most $1 deep.', 'Block får vara nästlade i högst $1 nivåer.'],
  ['An expression may have at most $1 parentheses.', 'Ett uttryck får ha högst $1 parenteser.'],
  ['An expression may have at most $1 dots.', 'Ett uttryck får ha högst $1 punkter.'],
];
