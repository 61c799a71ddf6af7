/** @import { Filter } from './filters.js' */
import { parameterValuesOf } from './api-document.js';
import { statusText } from './words.js';

/**
 * The states that a list can be asked for, as a filter.
 *
 * @param {any} document of the API
 * @param {string} path
 * @returns {Filter}
 */
export function statusFilter(document, path) {
  const kind = parameterValuesOf(document, path, 'status').map(
    (status) => /** @type {const} */ ([status, statusText(status)]),
  );
  return { name: 'status', label: 'Status', kind };
}

/**
 * The filters that the logs of deliveries and emails have in common.
 *
 * @param {any} document of the API
 * @param {string} path
 * @returns {Filter[]}
 */
export function eventFilters(document, path) {
  const types = parameterValuesOf(document, path, 'type').map((type) => /** @type {const} */ ([type, type]));
  return [
    { name: 'type', label: 'Event', kind: types, isRare: true },
    { name: 'companyId', label: 'Company id', kind: 'id', isRare: true },
    { name: 'since', label: 'Since, local time', kind: 'time', isRare: true },
    { name: 'until', label: 'Before, local time', kind: 'time', isRare: true },
  ];
}
