import { useWords } from '../i18n/words';
import { SearchField } from '../parts/search-field';
import { changeParameters, usePlace } from '../routing/place';
import { listTexts } from './words';

interface ListSearchProps {
  readonly label?: string;
  readonly placeholder: string;
}

/** Filters the list while the user types. The address contains the words as `q`. */
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

/** True if a text contains every searched word. */
export function hasWords(text: string, searched: string): boolean {
  const lower = text.toLowerCase();
  return searched
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
