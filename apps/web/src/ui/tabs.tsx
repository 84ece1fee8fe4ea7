import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import './tabs.css';

export type TabItem<Id extends string> = { id: Id; label: string; content: ReactNode };

type TabsProps<Id extends string> = {
  /** Names the row of tabs for screen readers. */
  label: string;
  tabs: readonly TabItem<Id>[];
  selected: Id;
  onChange: (id: Id) => void;
};

/** Panels that take turns within a page. Pages that take turns within a device are links, see `TabLinks`. */
export function Tabs<Id extends string>({ label, tabs, selected, onChange }: TabsProps<Id>) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => {
        const chosen = tabs.find((tab) => tab.id === key);
        if (chosen) onChange(chosen.id);
      }}
    >
      <TabList className="tab-strip" aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className="tab">
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="tab-panel">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
