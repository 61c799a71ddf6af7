import { useWords } from '../i18n/words';
import styles from './document-tree.module.css';
import { subscriptionsTexts } from './words';

interface DocumentTreeProps {
  readonly document: Readonly<Record<string, unknown>>;
  readonly includePaths: readonly string[];
  readonly onToggle: (path: string) => void;
  readonly onCondition: (path: string, value: unknown) => void;
}

/** Limits of depth and of nodes per branch. */
const DEEPEST = 8;
const MOST = 60;

/**
 * A document as a tree. A checkbox includes a member, + adds a condition for it. Elements of lists share the path `*`.
 */
export function DocumentTree(props: DocumentTreeProps) {
  const isAll = props.includePaths.includes('*');
  return (
    <ul className={styles.tree}>
      <Nodes {...props} parent="" value={props.document} isIncluded={isAll} depth={0} />
    </ul>
  );
}

interface NodesProps extends DocumentTreeProps {
  readonly parent: string;
  readonly value: unknown;
  /** True if a path above it is included. */
  readonly isIncluded: boolean;
  readonly depth: number;
}

function Nodes({ parent, value, isIncluded, depth, ...tree }: NodesProps) {
  return membersOf(value).map(([name, member]) => {
    const path = parent === '' ? name : `${parent}.${name}`;
    return (
      <OneNode
        key={path}
        {...tree}
        path={path}
        name={name}
        member={member}
        isIncluded={isIncluded}
        depth={depth}
      />
    );
  });
}

interface OneNodeProps extends DocumentTreeProps {
  readonly path: string;
  readonly name: string;
  readonly member: unknown;
  readonly isIncluded: boolean;
  readonly depth: number;
}

function OneNode({ path, name, member, isIncluded, depth, ...tree }: OneNodeProps) {
  const t = useWords(subscriptionsTexts);
  const isOwn = tree.includePaths.includes(path);
  const isBranch = typeof member === 'object' && member !== null;
  return (
    <li>
      <div className={styles.node}>
        <label>
          <input
            type="checkbox"
            checked={isOwn || isIncluded}
            disabled={isIncluded}
            aria-label={t.include(path)}
            onChange={() => tree.onToggle(path)}
          />
          <span className={styles.name}>{name}</span>
          {!isBranch && <span className={styles.value}>{JSON.stringify(member)}</span>}
        </label>
        {!isBranch && (
          <button
            type="button"
            className={styles.add}
            aria-label={t.addConditionOn(path)}
            title={t.addConditionOn(path)}
            onClick={() => tree.onCondition(path, member)}
          >
            +
          </button>
        )}
      </div>
      {isBranch && depth < DEEPEST && (
        <ul>
          <Nodes {...tree} parent={path} value={member} isIncluded={isIncluded || isOwn} depth={depth + 1} />
        </ul>
      )}
    </li>
  );
}

/** The members of an object, or the elements of a list together as `*`. A dot in a name is escaped, as in paths. */
function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) {
    const elements: readonly unknown[] = value;
    if (elements.length === 0) return [];
    const objects = elements.filter((one) => typeof one === 'object' && one !== null);
    const merged: unknown = objects.length > 0 ? Object.assign({}, ...objects.toReversed()) : elements[0];
    return [['*', merged]];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .slice(0, MOST)
    .map(([name, member]) => [name.replaceAll('.', String.raw`\.`), member] as const);
}
