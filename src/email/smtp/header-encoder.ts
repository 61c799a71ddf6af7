import type MimeNode from 'nodemailer/lib/mime-node';

type Value = Parameters<MimeNode['encodeHeaderValue']>[1];
type Functions = typeof import('nodemailer/lib/mime-funcs');

const MAX_LINE = 76;
/** Words in ASCII that no rule of a header changes. */
const PLAIN = /^[\w.,:;+<>@'/!#&-]+(?: [\w.,:;+<>@'/!#&-]+)*$/;

/** What the head of an attachment says besides its type. */
interface AttachmentHead {
  /** Of the message: every attempt has the same boundaries. */
  readonly id: string;
  /** Empty for one that is called by its place. */
  readonly name: string;
  readonly place: number;
  readonly encoding: string;
}

let loaded: Promise<HeaderEncoder> | null = null;

/** Encodes the fields of headers by the rules of nodemailer, which no value can break. */
export class HeaderEncoder {
  /** A node without parts: encoding depends on no state of it. */
  private readonly node: MimeNode;

  private constructor(
    private readonly Node: typeof MimeNode,
    private readonly functions: Functions,
  ) {
    this.node = new Node('text/plain');
  }

  /** Most processes wait for events; only an email needs what encodes it. */
  static load(): Promise<HeaderEncoder> {
    loaded ??= Promise.all([import('nodemailer/lib/mime-node'), import('nodemailer/lib/mime-funcs')]).then(
      ([{ default: Node }, functions]) => new HeaderEncoder(Node, functions),
    );
    return loaded;
  }

  /** A field: text that is not ASCII is encoded, and long lines are folded. None if it is empty. */
  field(name: string, value: Value): readonly string[] {
    if (typeof value === 'string' && PLAIN.test(value)) {
      const line = `${name}: ${value}`;
      if (line.length <= MAX_LINE) return [line];
    }
    const encoded = this.node.encodeHeaderValue(name, value);
    return encoded.trim() === '' ? [] : [this.functions.foldLines(`${name}: ${encoded}`, MAX_LINE)];
  }

  /** The head of an attachment. The boundary is that of a multipart. */
  attachment(
    contentType: string,
    { id, name, place, encoding }: AttachmentHead,
  ): { readonly fields: readonly string[]; readonly boundary: string | null } {
    const filename = name || `attachment-${place}.${this.functions.detectExtension(contentType)}`;
    // As a part: the root of a tree has the fields of the message.
    const tree = new this.Node('multipart/mixed', { baseBoundary: `${id}-${place}` });
    const node = tree.createChild(contentType, { filename });
    node.setHeader('Content-Transfer-Encoding', encoding);
    node.setHeader('Content-Disposition', 'attachment');
    const fields = [node.buildHeaders()];
    return { fields, boundary: typeof node.boundary === 'string' ? node.boundary : null };
  }
}
