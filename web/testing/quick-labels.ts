const LABELABLE = 'button, input:not([type="hidden"]), meter, output, progress, select, textarea';
const CONTROLS = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
];

/** jsdom looks through the whole page for each label, and does so again for each control that a query reads. */
export function findLabelsQuickly(): void {
  for (const { prototype } of CONTROLS) {
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: Element) {
        if (this instanceof HTMLInputElement && this.type === 'hidden') return null;
        return [...document.getElementsByTagName('label')].filter((label) => isLabelOf(label, this));
      },
    });
  }
}

function isLabelOf(label: HTMLLabelElement, control: Element): boolean {
  if (label.hasAttribute('for')) return document.getElementById(label.htmlFor) === control;
  return label.contains(control) && label.querySelector(LABELABLE) === control;
}
