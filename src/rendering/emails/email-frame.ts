import type { Language } from '../domain/email-request.js';
import { TemplateSource } from '../domain/template-source.js';

/** The parts of one of our own emails, in MJML with handlebars. Lists contain elements of a column. */
interface FrameParts {
  /** Shown next to the subject by mail programs. */
  readonly preview: string;
  readonly header: string;
  readonly card: readonly string[];
  /** Below the card. */
  readonly below: readonly string[];
  /** Added to the styles of the frame. */
  readonly styles?: string;
}

/** Invisible characters that fill the preview line of an inbox, which would otherwise continue with the greeting. */
const FILLER = ' &#847;&zwnj;&nbsp;'.repeat(60);

/** Hides text like mj-preview, except that it is not white on white, which spam filters penalise. */
const HIDDEN =
  'display:none;font-size:1px;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;';

/**
 * For mail programs that support style sheets; others use the attributes. Every text has a contrast of at least 4.5.
 */
const STYLES = `
body,td,div,p,a,h1{font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif!important}
.page{padding:24px 12px}
a{color:#0f5c56}
@media (max-width:480px){.card>table>tbody>tr>td{padding:28px 24px 12px!important}}
@media (prefers-color-scheme:dark){
body,.page>div{background-color:#111716!important}
.card,.card>table{background-color:#1b2423!important}
.card>table>tbody>tr>td{border-color:#2c3936!important}
.ink div{color:#eaf1ef!important}
.quiet div,.quiet a{color:#a3b3af!important}
.name div div{border-color:#7fd1c4!important}
a{color:#7fd1c4!important}
.main td,.main a{background-color:#7fd1c4!important;color:#0b2422!important}
.logo img{color:#eaf1ef!important}
.other td{border-color:#7fd1c4!important}
.other td,.other a{background-color:#1b2423!important;color:#7fd1c4!important}
}`;

const NEXT = '\n        ';

/** The common frame of our own emails: a header, a card with the message, and secondary lines below it. */
export function emailFrame(
  language: Language,
  { preview, header, card, below, styles = '' }: FrameParts,
): TemplateSource {
  const data = `<mjml lang="${language}">
  <mj-head>
    <mj-title>{{subject}}</mj-title>
    <mj-raw><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" /></mj-raw>
    <mj-attributes>
      <mj-all font-family="Arial,sans-serif" />
      <mj-text font-size="16px" line-height="24px" color="#24312f" padding="0 0 16px" />
      <mj-button font-size="16px" font-weight="bold" inner-padding="14px 28px" border-radius="8px" padding="8px 0" align="left" />
    </mj-attributes>
    <mj-style>${STYLES}${styles}</mj-style>
  </mj-head>
  <mj-body background-color="#f1f5f4" css-class="page">
    <mj-raw><div style="${HIDDEN}">${preview}${FILLER}</div></mj-raw>
    <mj-section padding="8px 0 20px">
      <mj-column>
        ${header}
      </mj-column>
    </mj-section>
    <mj-section background-color="#ffffff" border="1px solid #dfe7e5" border-radius="12px" padding="36px 40px 20px" css-class="card">
      <mj-column>
        ${card.join(NEXT)}
      </mj-column>
    </mj-section>
    <mj-section padding="24px 16px 8px">
      <mj-column>
        ${below.join(NEXT)}
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`;
  return new TemplateSource('mjml', 'hbs', data);
}
