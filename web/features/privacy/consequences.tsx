import { Check, X } from 'lucide-react';

const ERASED = [
  'Your name, e-mail, phone number, password and cards',
  'Your athletes, their photos and face data',
  'Saved teams, found albums, invitations and chats',
  'Access to albums and photos you bought: download them first',
  'Open orders; shared orders you opened end for everyone, and no card is charged',
];
const KEPT = [
  'Past sales in our books, as “Deleted account”',
  'Photos you reported, without your name and words',
  'For 7 days, a code made from your address, in case this was not you',
];

export function Consequences() {
  return (
    <div className="grid gap-4 rounded-card bg-sunk p-4">
      <List
        title="Erased"
        items={ERASED}
        icon={<X aria-hidden size={18} className="mt-0.5 flex-none text-bad" />}
      />
      <List
        title="Kept, without you"
        items={KEPT}
        icon={<Check aria-hidden size={18} className="mt-0.5 flex-none text-ink-2" />}
      />
    </div>
  );
}

function List({ title, items, icon }: { title: string; items: string[]; icon: React.ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-15 font-bold">{title}</h3>
      <ul className="grid gap-1.5 text-15 text-ink-2">
        {items.map((item) => (
          <li key={item} className="flex gap-2">
            {icon}
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
