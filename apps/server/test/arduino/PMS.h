class PMS {
public:
  struct DATA {
    uint16_t PM_SP_UG_1_0, PM_SP_UG_2_5, PM_SP_UG_10_0;
    uint16_t PM_AE_UG_1_0, PM_AE_UG_2_5, PM_AE_UG_10_0;
  };
  PMS(Stream &) {}
  bool read(DATA &data) {
    if (++fake::calls % 50 != 0) return false;
    data.PM_AE_UG_1_0 = 8;
    data.PM_AE_UG_2_5 = fake::calls % 100 == 0 ? 999 : 12;
    data.PM_AE_UG_10_0 = 999;
    return true;
  }
};
