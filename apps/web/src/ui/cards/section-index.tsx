import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import './section-index.css';

type SectionIndexProps = {
  /** Names the index for screen readers. */
  label: string;
  /** The sections in the order of the page; `id` is that of their card. */
  sections: readonly { id: string; title: string }[];
};

/** Links to the sections of a long page that stay in sight: a column beside it, or a strip above it where there is no room. */
export function SectionIndex({ label, sections }: SectionIndexProps) {
  const stripRef = useRef<HTMLElement>(null);
  const current = useSectionInSight(sections);
  useEffect(() => {
    if (!current) return;
    const strip = stripRef.current;
    const link = strip?.querySelector<HTMLElement>('[aria-current]');
    if (strip && link) strip.scrollLeft = link.offsetLeft - (strip.clientWidth - link.clientWidth) / 2;
  }, [current]);
  return (
    <nav ref={stripRef} className="section-index" aria-label={label}>
      {sections.map(({ id, title }) => (
        <Link
          key={id}
          to={`#${id}`}
          replace
          className="section-index-link"
          aria-current={id === current ? 'location' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

/** How far below the top of the window a section counts as the one that is read, px. */
const readingLine = 180;

function useSectionInSight(sections: SectionIndexProps['sections']): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      const { scrollHeight } = document.documentElement;
      const atEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2;
      const passed = sections.filter(({ id }) => {
        const section = document.getElementById(id);
        return section?.checkVisibility() && section.getBoundingClientRect().top <= readingLine;
      });
      // Where sections are side by side the first ones share the top of the page.
      const last = scrollY === 0 ? sections[0] : (atEnd ? sections : passed).at(-1);
      setCurrent(last?.id ?? sections[0]?.id);
    };
    const queue = () => {
      frame ||= requestAnimationFrame(update);
    };
    queue();
    addEventListener('scroll', queue, { passive: true });
    addEventListener('resize', queue);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', queue);
      removeEventListener('resize', queue);
    };
  }, [sections]);
  return current;
}
