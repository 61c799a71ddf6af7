const { emailKinds } = await import(
  new URL('../../dist/src/rendering/emails/email-kinds.js', import.meta.url).href
);

/** The MJML of the default template of each kind of email, by language. The console shows it where nothing is assigned. */
export function defaultTemplates() {
  return Object.fromEntries(
    Object.entries(emailKinds).map(([kind, { defaultTemplate }]) => [
      kind,
      Object.fromEntries(Object.entries(defaultTemplate).map(([language, { data }]) => [language, data])),
    ]),
  );
}
