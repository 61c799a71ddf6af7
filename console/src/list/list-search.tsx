import { useWords } from '../i18n/words';
import { SearchField } from '../parts/search-field';
import { changeParameters, usePlace } from '../routing/place';
import { listTexts } from './words';

interface ListSearchProps {
  readonly label?: string;
  readonly placeholder: string;
}

/** Narrows what is listed as one types. The address has the words as `q`. */
export function ListSearch({ label, placeholder }: ListSearchProps) {
  const t = useWords(listTexts);
  const { parameters } = usePlace();
  return (
    <SearchField
      label={label ?? t.search}
      placeholder={placeholder}
      value={parameters.get('q') ?? ''}
      onChange={(q) => changeParameters({ q }, { replace: true })}
    />
  );
}

/** True when a text has every word that is searched for. */
export function hasWords(text: string, searched: string): boolean {
  const lower = text.toLowerCase();
  return searched
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
