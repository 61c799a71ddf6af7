import { inSchema, isSchemaName } from './schema-url.js';

describe('The address of a schema', () => {
  it('names the schema in the options of the session', () => {
    expect(inSchema('postgres://a:b@host:5432/livery', 'b')).toBe(
      'postgres://a:b@host:5432/livery?options=-c+search_path%3Db',
    );
  });

  it('keeps existing parameters and options', () => {
    const url = inSchema('postgres://host/livery?sslmode=require&options=-c%20jit%3Doff', 'b');
    const parameters = new URL(url).searchParams;
    expect(parameters.get('sslmode')).toBe('require');
    expect(parameters.get('options')).toBe('-c jit=off -c search_path=b');
  });

  it('accepts several hosts, which the URL class of Node.js refuses', () => {
    expect(inSchema('postgres://a:1,b:2/livery', 'b')).toMatch(/^postgres:\/\/a:1,b:2\/livery\?options=/);
  });

  it.each(['b', '_b', 'livery_2'])('has a plain name: %s', (name) => expect(isSchemaName(name)).toBe(true));
  it.each(['', '2b', 'B', 'a-b', 'a;b', 'a'.repeat(64)])('refuses the name “%s”', (name) =>
    expect(isSchemaName(name)).toBe(false),
  );
});
