import { useWords } from '../../i18n/words';
import { useWidth } from '../../parts/use-width';
import { EmailFrame } from '../../parts/email-frame';
import { kindText } from '../../sent/kinds';
import { useLiveRender } from '../live-render';
import { type Source, type Variant, VARIANTS } from '../source';
import styles from './all-variants.module.css';
import { studioTexts } from './words';

interface AllVariantsProps {
  readonly source: Source;
  readonly isDark: boolean;
  readonly hasImages: boolean;
  readonly onChoose: (variant: Variant) => void;
}

const NO_VALUES = {};
const EMAIL_WIDTH = 640;

/** Every kind in every language, side by side, with the samples of the service. */
export function AllVariants({ source, isDark, hasImages, onChoose }: AllVariantsProps) {
  return (
    <div className={styles.grid}>
      {VARIANTS.map((variant) => (
        <OneVariant
          key={`${variant.kind}-${variant.language}`}
          source={source}
          variant={variant}
          isDark={isDark}
          hasImages={hasImages}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

function OneVariant(props: AllVariantsProps & { readonly variant: Variant }) {
  const { source, variant, isDark, hasImages, onChoose } = props;
  const t = useWords(studioTexts);
  const [place, width] = useWidth();
  const { report, problems, isRefused } = useLiveRender(source, variant, NO_VALUES);
  const name = `${kindText(variant.kind)} · ${variant.language}`;
  const count = problems.length;
  return (
    <figure className={styles.one}>
      <figcaption>
        <button type="button" onClick={() => onChoose(variant)}>
          {name}
        </button>
        <span className="muted">{isRefused ? t.stale : count > 0 ? t.warnings(count) : ''}</span>
      </figcaption>
      <div ref={place} className={styles.place}>
        {report !== null && width > 0 && (
          <EmailFrame
            html={report.html}
            title={t.theEmailIn(name)}
            width={EMAIL_WIDTH}
            zoom={width / EMAIL_WIDTH}
            isDark={isDark}
            hasImages={hasImages}
          />
        )}
      </div>
    </figure>
  );
}
