import styles from './template-list.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Narrows what is listed as one types. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  return (
    <div className={styles.search}>
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
