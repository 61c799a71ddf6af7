import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../api/client';
import { assignmentsQuery, templatesQuery } from './assignment-calls';
import { type Assignment, type Effective, effectiveFor, type Target } from './effective';

export type Template = Schema<'EmailTemplate'>;

/** The data of the matrix. */
export interface Matrix {
  readonly assignments: readonly Assignment[];
  readonly templates: ReadonlyMap<number, Template>;
  readonly effective: (target: Target) => Effective;
  /** The name of a template. A deleted one has only a number. */
  readonly nameOf: (templateId: number) => string;
}

/** The assignments and templates; `matrix` is null until both are there. */
export function useMatrix(): { readonly matrix: Matrix | null; readonly error: unknown; retry: () => void } {
  const assigned = useQuery(assignmentsQuery);
  const made = useQuery(templatesQuery);
  const error = assigned.error ?? made.error;
  const retry = () => {
    void assigned.refetch();
    void made.refetch();
  };
  if (assigned.data === undefined || made.data === undefined) return { matrix: null, error, retry };
  const assignments = assigned.data;
  const templates = new Map(made.data.map((one) => [one.id, one]));
  const matrix: Matrix = {
    assignments,
    templates,
    effective: (target) => effectiveFor(target, assignments, (id) => templates.has(id)),
    nameOf: (id) => templates.get(id)?.name?.trim() || `#${id}`,
  };
  return { matrix, error: null, retry };
}
