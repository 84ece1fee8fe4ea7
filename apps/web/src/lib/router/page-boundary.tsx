import { Component, type ComponentType, type ReactNode } from 'react';
import { type Location, useLocation } from 'react-router';

type BoundaryProps = { Broken: ComponentType<{ error: unknown }>; children: ReactNode };

/** Shows `Broken` in place of a page that broke, or whose files did not come, until another page is opened. */
export function PageBoundary(props: BoundaryProps) {
  return <Boundary {...props} location={useLocation()} />;
}

type BoundaryState = { caught?: { error: unknown } | undefined; location: Location };

class Boundary extends Component<BoundaryProps & { location: Location }, BoundaryState> {
  override state: BoundaryState = { location: this.props.location };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ location }: { location: Location }, state: BoundaryState): BoundaryState | null {
    return location === state.location ? null : { caught: undefined, location };
  }

  override render() {
    const { Broken, children } = this.props;
    const { caught } = this.state;
    return caught ? <Broken error={caught.error} /> : children;
  }
}
