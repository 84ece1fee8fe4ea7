import { type ReactNode, useState } from 'react';

/** A page that its visitor leaves with the button "Leave". */
export function UntilLeft({ children }: { children: ReactNode }) {
  const [isHere, setHere] = useState(true);
  return (
    <>
      {isHere && children}
      <button type="button" onClick={() => setHere(false)}>
        Leave
      </button>
    </>
  );
}
