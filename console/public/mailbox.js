// Shows new emails in the mailbox as they arrive. Whatever an email says is only ever text.
(() => {
  const LOOK_EVERY_MS = 2000;
  const list = document.querySelector('[data-emails]');
  const said = document.querySelector('[data-said]');
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const showTimes = (within) => {
    for (const time of within.querySelectorAll('time[datetime]')) {
      const at = new Date(time.dateTime);
      if (!Number.isNaN(at.getTime())) time.textContent = date.format(at);
    }
  };
  showTimes(document);
  if (list === null) return;

  const cell = (name, text) => {
    const element = document.createElement('span');
    element.className = name;
    element.textContent = text;
    return element;
  };
  const rowOf = ({ id, to, from, subject, sentAt }) => {
    const link = document.createElement('a');
    link.href = `/mailbox/${encodeURIComponent(id)}`;
    const time = document.createElement('time');
    time.dateTime = sentAt;
    link.append(cell('to', to), cell('subject', subject), cell('from', from), time);
    const row = document.createElement('li');
    row.dataset.id = id;
    row.className = 'new';
    row.append(link);
    showTimes(row);
    return row;
  };
  const look = async () => {
    if (document.hidden) return;
    const response = await fetch(`/mailbox/list${location.search}`).catch(() => null);
    if (response === null || !response.ok) return;
    const known = new Set([...list.children].map(({ dataset }) => dataset.id));
    const fresh = (await response.json()).filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return;
    document.querySelector('[data-none]')?.remove();
    list.prepend(...fresh.map(rowOf));
    said.textContent = fresh.length === 1 ? '1 new email' : `${fresh.length} new emails`;
  };
  setInterval(() => void look(), LOOK_EVERY_MS);

  addEventListener('keydown', (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const search = document.querySelector('input[type=search]');
    if (event.target === search) return;
    if (event.key === '/') {
      event.preventDefault();
      search.focus();
    }
    const links = [...list.querySelectorAll('a')];
    const present = links.indexOf(document.activeElement);
    if (event.key === 'j') links[Math.min(links.length - 1, present + 1)]?.focus();
    if (event.key === 'k') links[Math.max(0, present - 1)]?.focus();
  });
})();
