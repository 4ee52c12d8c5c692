import { Component, type ReactNode, Suspense } from 'react';
import { Loading } from '#web/components/loading.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useLocation, useVisit } from '#web/lib/router/use-router.tsx';
import { ErrorPage } from './error-page.tsx';

const AdminFrame = lazyPart(() => import('#web/admin-area.ts'), 'AdminFrame');

type BoundaryProps = { place: object; children: ReactNode };
type BoundaryState = { place: object; failure?: { error: unknown } | undefined };

/** Says that a page could not be shown. The next page gets another chance. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place };

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { place, failure: undefined };
  }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    return failure ? <ErrorPage error={failure.error} /> : this.props.children;
  }
}

function PageOrReason() {
  const { route, Page, error } = useVisit((visit) => visit);
  if (error !== undefined) return <ErrorPage error={error} />;
  if (!route || !Page) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <Page key={route.path} />
    </Suspense>
  );
}

/** Shows the page that the address asks for. The frame around the pages of staff stays while they change. */
export function OpenPage() {
  const place = useLocation();
  const area = useVisit(({ route }) => route?.area);
  const page = (
    <ErrorBoundary place={place}>
      <PageOrReason />
    </ErrorBoundary>
  );
  if (area !== 'admin') return page;
  return (
    <Suspense fallback={<Loading />}>
      <AdminFrame>{page}</AdminFrame>
    </Suspense>
  );
}
