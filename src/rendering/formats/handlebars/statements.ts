/** Text between expressions. */
export function isContent(statement: hbs.AST.Statement): statement is hbs.AST.ContentStatement {
  return statement.type === 'ContentStatement';
}

/** `{{#…}}…{{/…}}` */
export function isBlock(statement: hbs.AST.Statement): statement is hbs.AST.BlockStatement {
  return statement.type === 'BlockStatement';
}

/** `{{…}}` or `{{{…}}}` */
export function isValue(statement: hbs.AST.Statement): statement is hbs.AST.MustacheStatement {
  return statement.type === 'MustacheStatement';
}

/** The texts of a statement, including those within its blocks. */
export function textsOf(statement: hbs.AST.Statement): readonly string[] {
  if (isContent(statement)) return [statement.value];
  return innerOf(statement).flatMap(textsOf);
}

/** True if the statement prints a value unescaped. */
export function holdsRawValues(statement: hbs.AST.Statement): boolean {
  if (isValue(statement)) return !statement.escaped;
  return innerOf(statement).some(holdsRawValues);
}

function innerOf(statement: hbs.AST.Statement): readonly hbs.AST.Statement[] {
  if (!isBlock(statement)) return [];
  // Either is absent if the block has no content.
  return [statement.program, statement.inverse].flatMap((program) => program?.body ?? []);
}
