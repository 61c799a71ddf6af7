import type MimeNode from 'nodemailer/lib/mime-node';

type Value = Parameters<MimeNode['encodeHeaderValue']>[1];
type Functions = typeof import('nodemailer/lib/mime-funcs');

const MAX_LINE = 76;
/** Text that needs no encoding or folding. */
const PLAIN = /^[\w.,:;+<>@'/!#&-]+(?: [\w.,:;+<>@'/!#&-]+)*$/;
/** Text that a mail program would decode although it is not encoded, and words too long for a line. */
const MISREAD = /=\?|\S{64}/;
/** The most characters of an encoded word, so that its line stays below 78 (RFC 2047, 2). */
const MAX_ENCODED_WORD = 52;

/** What the header of an attachment contains besides the content type. */
interface AttachmentHead {
  /** If empty, the attachment is named by its place. */
  readonly name: string;
  readonly place: number;
  readonly encoding: string;
}

let loaded: Promise<HeaderEncoder> | null = null;

/** Encodes header fields with nodemailer's rules. No value can break out of its field. */
export class HeaderEncoder {
  /** Used only for its encoding methods, which depend on no state. */
  private readonly node: MimeNode;

  private constructor(
    private readonly Node: typeof MimeNode,
    private readonly functions: Functions,
  ) {
    this.node = new Node('text/plain');
  }

  /** Loads nodemailer's encoder only when the first email is sent, to save memory in processes that send none. */
  static load(): Promise<HeaderEncoder> {
    loaded ??= Promise.all([import('nodemailer/lib/mime-node'), import('nodemailer/lib/mime-funcs')]).then(
      ([{ default: Node }, functions]) => new HeaderEncoder(Node, functions),
    );
    return loaded;
  }

  /** A field whose text is encoded if it is not ASCII, and folded if it is long. Empty for an empty value. */
  field(name: string, value: Value): readonly string[] {
    if (typeof value === 'string' && PLAIN.test(value)) {
      const line = `${name}: ${value}`;
      if (line.length <= MAX_LINE) return [line];
    }
    const encoded = this.node.encodeHeaderValue(name, value);
    return encoded.trim() === '' ? [] : [this.functions.foldLines(`${name}: ${encoded}`, MAX_LINE)];
  }

  /** A field whose text arrives unchanged, even if it looks encoded. */
  text(name: string, text: string): readonly string[] {
    return this.field(name, MISREAD.test(text) ? this.encoded(text) : text);
  }

  /** A field with one address, and a name that may be empty. */
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
    // Create it as a child, because the root node would have the fields of the message.
    const node = new this.Node('multipart/mixed').createChild(contentType, { filename });
    node.setHeader('Content-Transfer-Encoding', encoding);
    node.setHeader('Content-Disposition', 'attachment');
    return [node.buildHeaders()];
  }
}
