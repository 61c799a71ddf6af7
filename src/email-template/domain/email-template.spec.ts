import { EmailTemplate } from './email-template.js';

const created = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-02T00:00:00Z');
const fields = { name: 'Spring', type: 'html', parser: 'hbs', data: '<p>{{a}}</p>', inlineStyles: true };

function template(): EmailTemplate {
  return EmailTemplate.create({ id: 7, partnerId: 3 }, fields, created);
}

describe('EmailTemplate', () => {
  it('begins with version 1 and its two dates', () => {
    expect(Object.assign({}, template())).toEqual({
      id: 7,
      partnerId: 3,
      ...fields,
      resolvedData: null,
      resolution: null,
      snippetIds: [],
      version: 1,
      createdAt: created,
      updatedAt: created,
      deletedAt: null,
    });
    expect(template().tag).toBe('7.1');
  });

  it('returns a new object with only the given members changed', () => {
    const before = template();
    const after = before.change({ data: 'x' }, later);
    expect(after).toMatchObject({ name: 'Spring', parser: 'hbs', data: 'x', version: 2, updatedAt: later });
    expect(before.data).toBe(fields.data);
  });

  it('clears a member for null, and keeps it if absent', () => {
    const after = template().change({ name: null, parser: null, data: undefined }, later);
    expect(after).toMatchObject({ name: null, parser: null, data: fields.data });
  });

  it('gets a new version by deletion and by restoration', () => {
    const deleted = template().delete(later);
    expect(deleted).toMatchObject({ isDeleted: true, deletedAt: later, version: 2 });
    expect(deleted.restore(later)).toMatchObject({ isDeleted: false, deletedAt: null, version: 3 });
  });

  it('stays the same object for a restoration without a deletion', () => {
    const present = template();
    expect(present.restore(later)).toBe(present);
  });
});
