const NAMES = ['Anna Åberg', 'Björn Berg', 'Cecilia Dahl', "Dave O'Neill", 'Eva & Erik Ek', 'Farid Haddad'];

/** The data for the templates of the benchmark: the same for all recipients except for personal values. */
export function recipient(number: number): Readonly<Record<string, unknown>> {
  const name = NAMES[number % NAMES.length] ?? 'Anna';
  const id = 10_000 + number;
  const link = { href: `https://documents.example.com/d/${id}?key=${id * 7919}&lang=sv` };
  return {
    language: number % 2 === 0 ? 'sv' : 'en',
    currentYear: 2026,
    logoUrl: 'https://images.example.com/logo.png',
    unsubscribeUrl: `https://documents.example.com/u/${id}`,
    magicLink: `https://documents.example.com/m/${id}`,
    link,
    pdfLink: { href: `${link.href}.pdf` },
    email: `person${id}@example.com`,
    client: `${name} AB`,
    clientFirstName: name.split(' ')[0],
    brand: { name: 'Livery', colour: '#1f5f8b' },
    company: {
      name: 'Nordic Timber AB',
      street: 'Storgatan 1',
      zip: '111 22',
      city: 'Stockholm',
      email: 'hello@timber.example',
      phone: '08-123 45 67',
    },
    sender: { name: 'Sara Lind', title: 'Sales', email: 'sara@timber.example', phone: '070-123 45 67' },
    document: {
      name: `Offer no. ${id}`,
      number: id,
      total: `${number * 13},00 kr`,
      expires: '2026-12-24',
      sent: '2026-11-21',
      paid: '2026-11-20',
      daysLeft: number % 9,
      isUrgent: number % 3 === 0,
      isAccepted: number % 4 !== 0,
      comments: number % 5 === 0,
      reason: 'Too late <for us>',
      status: 'answered',
      currency: 'SEK',
    },
    rows: Array.from({ length: 2 + (number % 3) }, (_, row) => ({
      name: `Plank ${row}`,
      amount: row + 1,
      price: '12,50',
      total: `${row * 12},50`,
      image: 'https://images.example.com/plank.png',
    })),
    parties: [
      { name, role: 'Client', hasSigned: number % 2 === 0, signed: 'today', method: 'BankID' },
      { name: 'Sara Lind', role: 'Supplier', hasSigned: true, signed: 'yesterday', method: 'Code' },
    ],
    groups: [
      { title: 'New', documents: [{ name: `Offer ${id}`, url: link.href, when: 'today' }] },
      { title: 'Signed', documents: [{ name: 'Order 1', url: link.href, when: 'yesterday' }] },
    ],
    week: { number: 47, sent: number, opened: 3, signed: 2, tip: number % 2 === 0 ? 'Use tags.' : '' },
    steps: [
      {
        title: 'Invite',
        text: 'Ask a colleague.',
        isDone: number % 2 === 0,
        when: 'today',
        url: link.href,
        action: 'Go',
      },
      { title: 'Send', text: 'Your first offer.', isDone: false, url: link.href, action: 'Send' },
    ],
    news: {
      month: 'November',
      lead: 'Snow',
      cover: 'https://images.example.com/snow.jpg',
      ...Object.fromEntries(['first', 'second', 'third'].map((which) => [which, newsItem(which)])),
    },
    tips: Object.fromEntries(['one', 'two', 'three', 'four'].map((which) => [which, newsItem(which)])),
    terms: {
      start: '2027-01-01',
      travel: '25 kr',
      days: 30,
      interest: 8,
      fee: '60 kr',
      delay: 14,
      complaints: 8,
      law: 'Swedish',
    },
  };
}

function newsItem(which: string): Readonly<Record<string, string>> {
  return {
    title: `The ${which} thing`,
    text: `Some words about the ${which} thing.`,
    url: `https://news.example.com/${which}`,
    image: `https://images.example.com/${which}.png`,
  };
}
