/** A sentence, or one that ends in a link. */
export type Paragraph = string | { readonly before: string; readonly label: string; readonly link: string };

/** The content of a mail, without its layout. All of it is plain text. */
export interface Letter {
  readonly language: 'en' | 'th';
  readonly subject: string;
  readonly salutation: string;
  readonly paragraphs: readonly Paragraph[];
  readonly action?: { readonly label: string; readonly link: string } | undefined;
  /** Small print below a line. */
  readonly footnote?: string | undefined;
  /** Stands above the action's address, for readers that show no buttons. */
  readonly copyHint: string;
  readonly signature: string;
}

/** Writes a letter as text and as HTML that mail programs show: tables, inline styles, nothing remote, no images. */
export function layOut(letter: Letter): { subject: string; text: string; html: string } {
  return { subject: letter.subject, text: asText(letter), html: asHtml(letter) };
}

function asText({ salutation, paragraphs, action, footnote, signature }: Letter): string {
  const parts = [
    salutation,
    ...paragraphs.map((part) => (typeof part === 'string' ? part : `${part.before} ${part.label}: ${part.link}`)),
    ...(action ? [`${action.label}:\n${action.link}`] : []),
    ...(footnote ? [footnote] : []),
    // RFC 3676, section 4.3: what follows is the signature.
    `-- \n${signature}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans Thai','Helvetica Neue',Arial,sans-serif";
const text = `${font};font-size:16px;line-height:24px;color:#1a2030`;
const small = `${font};font-size:13px;line-height:20px;color:#626b7f`;
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Inline styles win over these unless they are important; programs that drop them show the light mail. */
const darkStyles = `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .page { background: #0f1218 !important; }
      .card { background: #161a22 !important; border-color: #262c38 !important; }
      .rule { border-color: #262c38 !important; }
      .text { color: #e6e9f0 !important; }
      .small { color: #8b94a7 !important; }
      .link { color: #a9b2e3 !important; }
    }
    @media (max-width: 480px) {
      .edge { padding: 16px 8px !important; }
      .body { padding: 24px 20px !important; }
    }`;

function asHtml({ language, subject, salutation, paragraphs, action, footnote, copyHint, signature }: Letter): string {
  const first = paragraphs[0] ?? '';
  return `<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
  <title>${escapeHtml(subject)}</title>
  <style>${darkStyles}
  </style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f6f9">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(typeof first === 'string' ? first : first.before)}</div>
<table ${table} width="100%" class="page" style="background:#f5f6f9">
<tr><td align="center" class="edge" style="padding:32px 16px">
<table ${table} width="100%" class="card" style="max-width:560px;background:#ffffff;border:1px solid #e1e5ec;border-radius:10px">
<tr><td class="body" style="padding:32px;text-align:left">
<p class="link" style="${text};font-weight:600;color:#4553a8;margin:0 0 24px">${escapeHtml(signature)}</p>
<h1 class="text" style="${text};font-size:20px;line-height:28px;font-weight:600;margin:0 0 16px">${escapeHtml(subject)}</h1>
${[salutation, ...paragraphs].map(paragraphHtml).join('\n')}
${action ? actionHtml(action, copyHint) : ''}${footnote ? footnoteHtml(footnote) : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function paragraphHtml(part: Paragraph): string {
  const inner =
    typeof part === 'string' ? escapeHtml(part) : `${escapeHtml(part.before)} ${linkHtml(part.link, part.label)}`;
  return `<p class="text" style="${text};margin:0 0 16px;overflow-wrap:anywhere">${inner}</p>`;
}

/** A cell with a background is the button that every mail program can draw; the link fills it. */
function actionHtml({ label, link }: { label: string; link: string }, copyHint: string): string {
  return `<table ${table} style="margin:8px 0 24px">
<tr><td style="background:#5c6bc0;border-radius:8px"><a href="${escapeHtml(link)}" style="${text};display:inline-block;padding:12px 24px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr>
</table>
<p class="small" style="${small};margin:0">${escapeHtml(copyHint)}<br>${linkHtml(link, link)}</p>
`;
}

function footnoteHtml(footnote: string): string {
  return `<p class="small rule" style="${small};margin:24px 0 0;padding-top:16px;border-top:1px solid #e1e5ec;overflow-wrap:anywhere">${escapeHtml(footnote)}</p>
`;
}

const linkHtml = (link: string, label: string): string =>
  `<a href="${escapeHtml(link)}" class="link" style="color:#4553a8;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(label)}</a>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (plain: string): string => plain.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
