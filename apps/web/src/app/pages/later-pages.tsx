import { useConfig } from '../../lib/public-config.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { LaterNotice } from '../../ui/later-notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';

/** `/code`: the project page. */
export function CodePage() {
  const projects = useConfig().data?.links.projects;
  return (
    <>
      <PageHead title="Code">Sketches for your boards.</PageHead>
      <LaterNotice
        title="Projects"
        items={[
          'Ready sketches for boards and sensors, with your e-mail and key filled in',
          'Your own sketches, kept with their devices',
        ]}
        action={
          <div className="notice-actions">
            <ButtonLink to="/device?add=1">Add a device and get its sketch</ButtonLink>
            {projects && (
              <a
                className={buttonClass({ variant: 'ghost' })}
                href={projects}
                target="_blank"
                rel="noopener noreferrer"
              >
                Example projects
              </a>
            )}
          </div>
        }
      />
    </>
  );
}
