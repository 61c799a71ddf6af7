/** Sentences that follow others, or fit many problems. They come after all that say more. */
export const commonSv: readonly (readonly [english: string, swedish: string])[] = [
  ['This ( is never closed: write ) where it ends.', 'Den här ( stängs aldrig: skriv ) där den slutar.'],
  [
    'This comment is never closed: write $1 where it ends.',
    'Kommentaren stängs aldrig: skriv $1 där den slutar.',
  ],
  ['$a is never closed: write $1 where it ends.', '$a stängs aldrig: skriv $1 där det slutar.'],
  ['$a is never closed.', '$a stängs aldrig.'],
  ['$a closes nothing.', '$a stänger ingenting.'],
  ['Did you mean $1?', 'Menade du $1?'],
  ['Remove it.', 'Ta bort den.'],
  ['The first is here.', 'Den första är här.'],
  ['It is in $1 places; the first is here.', 'Det finns på $1 ställen; det första är här.'],
  ['They are in $1 places; the first is here.', 'De finns på $1 ställen; det första är här.'],
  ['There are $1; the first is here.', 'Det finns $1; den första är här.'],
  ['Write $1 in place of $a.', 'Skriv $1 i stället för $a.'],
  ['Write $1, or $2.', 'Skriv $1, eller $2.'],
  ['Write $1.', 'Skriv $1.'],
];

/** Phrases within the sentences. */
export const phrasesSv: readonly (readonly [english: string, swedish: string])[] = [
  ['This block', 'Det här blocket'],
  ['This value', 'Det här värdet'],
  ['An expression', 'Ett uttryck'],
  ['after it', 'efter det'],
  ['in line $1', 'på rad $1'],
  ['an {{#each}} that is in another one', 'en {{#each}} som är inuti en annan'],
  ['currency', 'valuta'],
  ['a merge tag', 'en merge tag'],
  [
    'a preview text, which is shown beside the subject in the list of emails',
    'en förhandstext, som visas bredvid ämnet i listan över mejl',
  ],
  // What the value of an attribute must be
  ['an attribute for each property, such as $1', 'ett attribut för varje egenskap, till exempel $1'],
  ['a colour, such as $1', 'en färg, till exempel $1'],
  ['a whole number', 'ett heltal'],
  ['true or false', 'true eller false'],
  ['a number in $x, up to $1 of them', 'ett tal i $x, högst $1 stycken'],
  ['a number in $x', 'ett tal i $x'],
  ['a number', 'ett tal'],
  ['one of: $1', 'något av: $1'],
  ['another value', 'ett annat värde'],
  // Why styles are not inlined
  ['it would become too large', 'det skulle bli för stort'],
  ['its elements are nested too deep', 'dess element är för djupt nästlade'],
  ['it has more than $1 elements', 'det har fler än $1 element'],
  ['its elements are nested deeper than $1', 'dess element är nästlade i fler än $1 nivåer'],
  ['a tag in it has more than $1 attributes', 'en tagg i det har fler än $1 attribut'],
  ['inlined styles would add more than $1 KiB to it', 'infogade stilar skulle göra det mer än $1 KiB större'],
  ['a style sheet in it has @namespace', 'en stilmall i det har @namespace'],
  ['there are too many mistakes in them', 'det finns för många fel i dem'],
  [
    'matching its rules with its elements would take too much work',
    'det skulle ta för lång tid att matcha reglerna mot elementen',
  ],
];
