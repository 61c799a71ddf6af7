import { InvalidDatabaseUrl, parseDatabaseUrl, withDatabaseOption } from './database-url.js';

describe('The address of a database', () => {
  it.each([
    ['postgres://localhost/livery', [['localhost', 5432]]],
    ['postgresql://user:p%40ss@[::1]:5433/livery?sslmode=require', [['::1', 5433]]],
    ['postgres://user:password@/livery?host=/var/run/postgresql', [['/var/run/postgresql', 5432]]],
    ['postgres://a/livery?target_session_attrs=any', [['a', 5432]]],
  ])('with one host is passed to the driver unchanged: %s', (text, hosts) => {
    const url = parseDatabaseUrl(text);
    expect(url.hosts.map(({ host, port }) => [host, port])).toEqual(hosts);
    expect(url.needsPrimary).toBe(false);
    expect(url.first).toBe(text.replace('?target_session_attrs=any', ''));
  });

  it('may name several hosts, each with its port, and then requires the primary among them', () => {
    const url = parseDatabaseUrl(
      'postgres://us%40er:p%2Cw@a.example:5433,[fe80::1]:5434,10.0.0.3,%2Ftmp%2Fsocket/livery?sslmode=require&target_session_attrs=read-write',
    );
    expect(url).toEqual({
      first: 'postgres://us%40er:p%2Cw@a.example:5433/livery?sslmode=require',
      hosts: [
        { name: 'a.example:5433', host: 'a.example', port: 5433 },
        { name: '[fe80::1]:5434', host: 'fe80::1', port: 5434 },
        { name: '10.0.0.3:5432', host: '10.0.0.3', port: 5432 },
        { name: '/tmp/socket:5432', host: '/tmp/socket', port: 5432 },
      ],
      needsPrimary: true,
    });
    expect(parseDatabaseUrl('postgres://a,b/livery').needsPrimary).toBe(true);
    expect(parseDatabaseUrl('postgres://a/livery?target_session_attrs=primary').needsPrimary).toBe(true);
  });

  it.each([
    ['mysql://a,b/livery', /must be postgres:/],
    ['postgres://a,,b/livery', /a host between all commas/],
    ['postgres://a,b:1:2/livery', /a host between all commas/],
    ['postgres://a,b:70000/livery', /a port that is not from 1 to 65535/],
    ['postgres://a,b:0/livery', /a port that is not from 1 to 65535/],
    ['postgres://a:0x1,b/livery', /must be postgres:/],
    ['postgres://a,b/livery?target_session_attrs=any', /neither read-write nor primary/],
    ['postgres://a/livery?target_session_attrs=standby', /neither read-write nor primary/],
    ['postgres://user@/livery?host=/a,/b', /not in the option host/],
    ['postgres://user:secret#word@a,b/livery', /must be postgres:/],
    ['postgres://a,%zz/livery', /a host between all commas/],
  ])('is refused: %s', (text, reason) => {
    expect(() => parseDatabaseUrl(text)).toThrow(InvalidDatabaseUrl);
    expect(() => parseDatabaseUrl(text)).toThrow(reason);
    expect(() => parseDatabaseUrl(text)).not.toThrow(/secret/);
  });

  it('keeps its hosts when an option is changed', () => {
    const longer = (text: string) => withDatabaseOption(text, 'options', (value) => `${value ?? ''}-c a=b`);
    expect(longer('postgres://u:p@a:1,b:2/livery')).toBe('postgres://u:p@a:1,b:2/livery?options=-c+a%3Db');
    expect(longer('postgres://a/livery?options=-c%20c=d%20&x=1')).toBe(
      'postgres://a/livery?options=-c+c%3Dd+-c+a%3Db&x=1',
    );
  });
});
