import type { IngestAlbum, IngestEvent } from './ingest.types.ts';
import { RunningLate } from './running-late.tsx';
import { RunningOrderImport } from './running-order-import.tsx';
import { RunningOrderList } from './running-order-list.tsx';

type RunningOrderViewProps = { event: IngestEvent; albums: readonly IngestAlbum[] };

export function RunningOrderView({ event, albums }: RunningOrderViewProps) {
  return (
    <div className="mx-auto grid w-full max-w-[980px] content-start gap-4 p-4 desk:p-6">
      <RunningOrderList key={`list-${event.id}`} event={event} />
      <RunningOrderImport key={event.id} event={event} />
      <RunningLate key={`late-${event.id}`} event={event} albums={albums} />
    </div>
  );
}
