import { Search } from 'lucide-react';
import styles from './search-field.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string;
  readonly maxLength?: number;
}

/** A search field. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  name = 'q',
  maxLength,
}: SearchFieldProps) {
  return (
    <search className={styles.search}>
      <Search aria-hidden />
      <input
        type="search"
        name={name}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={maxLength}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </search>
  );
}
