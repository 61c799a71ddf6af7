import type MimeNode from 'nodemailer/lib/mime-node';

type Value = Parameters<MimeNode['encodeHeaderValue']>[1];
type Functions = typeof import('nodemailer/lib/mime-funcs');

const MAX_LINE = 76;
/** Words in ASCII that no rule of a header changes. */
const PLAIN = /^[\w.,:;+<>@'/!#&-]+(?: [\w.,:;+<>@'/!#&-]+)*$/;
/** Text that a mail program would decode although nobody encoded it, and words too long for a line. */
const MISREAD = /=\?|\S{64}/;
/** Characters of an encoded word, so that a line of one is below 78 (RFC 2047, 2). */
const MAX_ENCODED_WORD = 52;

/** What the head of an attachment says besides its type. */
interface AttachmentHead {
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

  /** A field with a text that arrives as it is, even if it looks encoded. */
  text(name: string, text: string): readonly string[] {
    return this.field(name, MISREAD.test(text) ? this.encoded(text) : text);
  }

  /** A field with one address; the name in front of it is a text, and may be empty. */
  mailbox(name: string, { name: text, address }: { readonly name: string; readonly address: string }) {
    return MISREAD.test(text)
      ? [this.functions.foldLines(`${name}: ${this.encoded(text)} <${address}>`, MAX_LINE)]
      : this.field(name, { name: text, address });
  }

  private encoded(text: string): string {
    return this.functions.encodeWord(text, 'Q', MAX_ENCODED_WORD);
  }

  /** The fields of an attachment. */
  attachment(contentType: string, { name, place, encoding }: AttachmentHead): readonly string[] {
    const filename = name || `attachment-${place}.${this.functions.detectExtension(contentType)}`;
    // As a part: the root of a tree has the fields of the message.
    const node = new this.Node('multipart/mixed').createChild(contentType, { filename });
    node.setHeader('Content-Transfer-Encoding', encoding);
    node.setHeader('Content-Disposition', 'attachment');
    return [node.buildHeaders()];
  }
}
