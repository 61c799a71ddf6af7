import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useWords } from '../i18n/words';
import { Button, IconButton } from './button';
import { partTexts } from './texts';
import { type Toast, toast, useToasts } from './toast-store';
import styles from './toasts.module.css';

/** The corner with the toasts; once in the page. */
export function Toasts() {
  const toasts = useToasts();
  return (
    <div className={styles.corner} role="status" aria-live="polite">
      {toasts.map((one) => (
        <OneToast key={one.id} toast={one} />
      ))}
    </div>
  );
}

function OneToast({ toast: { id, text, isBad, action } }: { toast: Toast }) {
  const t = useWords(partTexts);
  const take = () => {
    toast.dismiss(id);
    action?.act();
  };
  return (
    <div className={styles.toast} data-bad={isBad}>
      {isBad ? <TriangleAlert aria-hidden /> : <CircleCheck aria-hidden />}
      <p>{text}</p>
      {action !== null && <Button onPress={take}>{action.label}</Button>}
      <IconButton label={t.dismiss} icon={<X aria-hidden />} onPress={() => toast.dismiss(id)} />
    </div>
  );
}
