import { emailAddressProblems } from './email-address.js';

describe('The address of a recipient', () => {
  it.each([
    'ada@client.example',
    'ada.lovell+offers@mail.client.example',
    "o'hara_{x}@client.example",
    'åsa@köksbygget.example',
    'ada@xn--kksbygget-07a.example',
    '用户@例子.example',
    `${'a'.repeat(64)}@client.example`,
  ])('may be %s', (address) => {
    expect(emailAddressProblems(address)).toEqual([]);
  });

  it.each([
    ['nothing', '', 'required'],
    ['no string', ['ada@client.example'], 'wrong_type'],
    ['without a domain', 'ada', 'invalid_address'],
    ['with an empty domain', 'ada@', 'invalid_address'],
    ['without a local part', '@client.example', 'invalid_address'],
    ['with a domain without a dot', 'ada@client', 'invalid_address'],
    ['with an empty label', 'ada@client..example', 'invalid_address'],
    ['with a hyphen at the end of a label', 'ada@client-.example', 'invalid_address'],
    ['with two signs', 'ada@lovell@client.example', 'invalid_address'],
    ['with a name', 'Ada <ada@client.example>', 'invalid_address'],
    ['two of them', 'ada@client.example,eve@client.example', 'invalid_address'],
    ['two of them with a semicolon', 'ada@client.example;eve@client.example', 'invalid_address'],
    ['with a header behind it', 'ada@client.example\r\nBcc: eve@client.example', 'invalid_address'],
    ['with a line break in it', 'ada\n@client.example', 'invalid_address'],
    ['with a NUL', 'ada\0@client.example', 'invalid_address'],
    ['with a space', 'ada lovell@client.example', 'invalid_address'],
    ['in quotes', '"ada lovell"@client.example', 'invalid_address'],
    ['with a comment', 'ada(x)@client.example', 'invalid_address'],
    ['at an IP address', 'ada@127.0.0.1', 'invalid_address'],
    ['at an IP address in brackets', 'ada@[127.0.0.1]', 'invalid_address'],
    ['with two dots in a row', 'ada..lovell@client.example', 'invalid_address'],
    ['with a dot at the end of its local part', 'ada.@client.example', 'invalid_address'],
    ['with a long local part', `${'a'.repeat(65)}@client.example`, 'invalid_address'],
    ['with a percent escape in its domain', 'ada@cli%65nt.example', 'invalid_address'],
    ['too long', `ada@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(70)}`, 'too_long'],
  ])('may not be %s', (_, address, code) => {
    expect(emailAddressProblems(address)).toEqual([expect.objectContaining({ code })]);
  });
});
