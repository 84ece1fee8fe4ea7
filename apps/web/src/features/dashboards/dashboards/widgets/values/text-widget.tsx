import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import { useConfig } from '../../../../../lib/api/public-config.ts';
import { formatValue, noValue } from '../../../../../lib/format/format.ts';
import { admitPicture, linkAddress } from '../media/embed-address.ts';
import type { WidgetData } from '../widget-data.ts';
import { WidgetFrame } from '../widget-frame.tsx';
import { filled } from './placeholders.ts';

type TextWidgetProps = { content: Extract<WidgetContent, { type: 'text' }>; data: WidgetData };
type Node = { type: string; value?: string; children?: Node[] };

const allowed = 'p h1 h2 h3 h4 h5 h6 ul ol li strong em code pre blockquote hr br a img del'.split(' ');

const components: Components = {
  // The widget's title is a heading of the third level.
  h1: ({ children }) => <h4>{children}</h4>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h5>{children}</h5>,
  a: ({ href, children }) => {
    const address = linkAddress(href);
    return address === null ? (
      children
    ) : (
      <a href={address} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  },
  img: ({ src, alt }) => <Picture src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
};

function Picture({ src, alt }: { src: string; alt: string }) {
  const origins = useConfig().data?.embedOrigins ?? [];
  const admission = admitPicture(src, origins, location.origin);
  if (admission === 'own' || admission === 'allowed') return <img src={src} alt={alt} referrerPolicy="no-referrer" />;
  return <em>{alt || t`picture not allowed`}</em>;
}

/** Markdown without HTML, with the newest values in the place of `{{key}}`. */
export function TextWidget({ content: { title, text, keys }, data: { variables } }: TextWidgetProps) {
  const figures = JSON.stringify(
    keys.map((key) => {
      const variable = variables.get(key);
      return [key, variable ? formatValue(variable.value, variable.decimals) : noValue];
    }),
  );
  // The content of a value can then never be markup: it is put into the finished tree.
  const fill = useMemo(() => {
    const known = new Map<string, string>(JSON.parse(figures));
    const visit = (node: Node) => {
      if (node.type === 'text') node.value = filled(node.value ?? '', (key) => known.get(key) ?? noValue);
      for (const child of node.children ?? []) visit(child);
    };
    return () => visit;
  }, [figures]);
  return (
    <WidgetFrame title={title} className="widget-text">
      {text === '' ? (
        <p className="widget-nothing">{t`No text yet`}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts are scrolled with the arrow keys
        <section className="widget-prose" aria-label={t`${title}: text`} tabIndex={0}>
          <Markdown
            allowedElements={allowed}
            unwrapDisallowed
            skipHtml
            components={components}
            rehypePlugins={[fill]}
            // Addresses are judged by what they stand in: links and pictures have rules of their own.
            urlTransform={(address) => address}
          >
            {text}
          </Markdown>
        </section>
      )}
    </WidgetFrame>
  );
}
