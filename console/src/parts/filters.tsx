import { ChevronDown, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useWords } from '../i18n/words';
import { changeParameters, usePlace } from '../routing/place';
import { absoluteTime, forInput, fromInput } from '../time/format';
import { Button } from './button';
import { Select, TextField } from './field';
import styles from './filters.module.css';
import { Popover } from './popover';
import { partTexts } from './texts';

/** A filter of a list. The address has its value under its name. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  /** A choice of values with their words, a text, an id, or a time. */
  readonly kind: 'text' | 'id' | 'time' | readonly (readonly [value: string, text: string])[];
}

/** The values of these filters in the address. Leaves out invalid times and ids. */
export function chosenFilters(
  parameters: URLSearchParams,
  filters: readonly Filter[],
): Record<string, string> {
  const chosen = filters.map(({ name, kind }) => [name, valid(parameters.get(name) ?? '', kind)] as const);
  return Object.fromEntries(chosen.filter(([, value]) => value !== ''));
}

/** A filter with its value, in words: `Status: Failed`. */
export function filterText({ label, kind }: Filter, value: string): string {
  if (kind === 'time') return `${label}: ${absoluteTime(value)}`;
  const text = typeof kind === 'string' ? value : kind.find(([option]) => option === value)?.[1];
  return `${label}: ${text ?? value}`;
}

/** Filters as chips. Each shows its value and opens to be changed; the address contains them. */
export function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  const t = useWords(partTexts);
  const { parameters } = usePlace();
  const chosen = chosenFilters(parameters, filters);
  const none = Object.fromEntries(filters.map(({ name }) => [name, null]));
  return (
    <div className={styles.chips} role="group" aria-label={t.filters}>
      {filters.map((filter) => (
        <Chip key={filter.name} filter={filter} value={chosen[filter.name] ?? ''} />
      ))}
      {Object.keys(chosen).length > 0 && (
        <Button tone="quiet" onPress={() => changeParameters({ ...none, open: null })}>
          {t.clearFilters}
        </Button>
      )}
    </div>
  );
}

function Chip({ filter, value }: { readonly filter: Filter; readonly value: string }) {
  const t = useWords(partTexts);
  const { name, label } = filter;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const apply = (next: string) => {
    setOpen(false);
    changeParameters({ [name]: next, open: null });
  };
  return (
    <span className={styles.chip} data-set={value !== ''}>
      <button
        ref={button}
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {value === '' ? label : filterText(filter, value)}
        {value === '' && <ChevronDown aria-hidden />}
      </button>
      <Popover button={button} label={label} isOpen={isOpen} onClose={() => setOpen(false)} from="start">
        <Choice filter={filter} value={value} onApply={apply} />
      </Popover>
      {value !== '' && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t.removeFilter(label)}
          onClick={() => apply('')}
        >
          <X aria-hidden />
        </button>
      )}
    </span>
  );
}

interface ChoiceProps {
  readonly filter: Filter;
  readonly value: string;
  readonly onApply: (value: string) => void;
}

function Choice({ filter: { name, label, kind }, value, onApply }: ChoiceProps) {
  const t = useWords(partTexts);
  const isTime = kind === 'time';
  const [typed, setTyped] = useState(isTime && value !== '' ? forInput(value) : value);
  if (typeof kind !== 'string') {
    return (
      <Select name={name} label={label} value={value} onChange={onApply} options={[['', t.any], ...kind]} />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(isTime ? (fromInput(typed) ?? '') : typed.trim());
  };
  const type = isTime ? 'datetime-local' : kind === 'id' ? 'number' : 'text';
  return (
    <form className="stack-8" onSubmit={submit}>
      <TextField name={name} label={label} type={type} value={typed} onChange={setTyped} />
      <Button type="submit" tone="primary">
        {t.apply}
      </Button>
    </form>
  );
}

function valid(value: string, kind: Filter['kind']): string {
  if (kind === 'time') return Number.isNaN(Date.parse(value)) ? '' : value;
  if (kind === 'id') return /^[1-9]\d{0,9}$/.test(value) ? value : '';
  if (kind === 'text') return value;
  return kind.some(([option]) => option === value) ? value : '';
}
